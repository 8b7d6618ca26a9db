import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultName, faultCases } from './faults.ts';
import { createServer, loadPage, PROVISION_CALLS, type ProvisionCallName } from './page.ts';

/** What a fault leads to: a no that stays, another try by a press, the error page, or the portal's own address. */
type Effect = 'refusal' | 'retry' | 'error page' | 'own address';

function effectOf(call: ProvisionCallName, fault: FaultName): Effect {
  if (fault === 'a wrong challenge') return 'error page';
  if (call === 'domain') return 'own address';
  return ['400', '401', '404'].includes(fault) ? 'refusal' : 'retry';
}

const cases = faultCases(Object.keys(PROVISION_CALLS) as ProvisionCallName[]);

describe.each(cases)('%s meets %s, in %s', (call, fault, language) => {
  it('says so and leads on, to the app where an answer comes', async () => {
    const server = createServer();
    const good = server.answers[call];
    server.answers[call] = FAULTS[fault];
    const page = loadPage('/provisioning?ak=key-1', server, { language });
    const appLink = async () => {
      const link = await screen.findByRole('link', { name: page.say('provisioning.open') });
      return new URL(link.getAttribute('href') ?? '');
    };

    const effect = effectOf(call, fault);
    if (effect === 'own address') {
      expect((await appLink()).searchParams.get('portal')).toBe(window.location.origin);
      return;
    }
    if (effect === 'error page') await page.arrive('notice.notFound');
    else expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(screen.queryByRole('link', { name: page.say('provisioning.open') })).toBeNull();
    server.answers[call] = good;
    if (effect === 'retry') {
      await page.press('action.retry');
      const link = await appLink();
      expect(Object.fromEntries(link.searchParams)).toEqual({
        data: 'ak-data',
        modulus: 'modulus',
        exponent: 'AQAB',
        portal: 'https://login.example',
      });
      return;
    }
    expect(screen.queryByRole('button', { name: page.say('action.retry') })).toBeNull();
    if (effect === 'error page') {
      await page.press('action.signInAgain');
      await page.arrive('departure.leavingUnknown');
      return;
    }
    await page.press('action.home');
    await page.arrive('title.identity');
  });
});
