import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FAULTS, type FaultName, faultCases } from './faults.ts';
import { createServer, hurryLooks, loadPage, QR_CALLS, type QrCallName } from './page.ts';

beforeEach(() => {
  hurryLooks();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillStyle: '',
    fillRect: () => undefined,
  } as never);
});

/** What a fault leads to: a dialog, a code that is gone, the beginning, the error page, or another try by itself. */
type Effect = 'dialog' | 'blank' | 'anew' | 'error page' | 'retry';

function effectOf(call: QrCallName, fault: FaultName): Effect {
  if (fault === 'a wrong challenge') return 'error page';
  if (fault === '401') return 'anew';
  if (call === 'draw') return 'dialog';
  if (fault === '404') return 'blank';
  return fault === '400' ? 'dialog' : 'retry';
}

const cases = faultCases(Object.keys(QR_CALLS) as QrCallName[]);

describe.each(cases)('%s meets %s, in %s', (call, fault, language) => {
  it('says so, and the login can be finished when the fault is gone', async () => {
    const server = createServer('qr');
    const good = server.answers[call];
    let failed = 0;
    server.answers[call] = () => {
      failed += 1;
      return FAULTS[fault]();
    };
    const page = loadPage('/redirect?uid=1', server, { language });
    await page.press('identity.qr');
    const effect = effectOf(call, fault);
    if (effect === 'error page') {
      await page.arrive('notice.notFound');
      server.answers[call] = good;
      await page.press('action.signInAgain');
      await page.arrive('departure.leaving', { service: '사내 메일' });
      return;
    }
    if (effect === 'dialog') await screen.findByRole('dialog', { name: page.say('failure.title') });
    if (effect === 'blank') await screen.findByText(page.say('qr.expired'));
    if (effect === 'anew') await page.arrive('title.identity');
    if (effect === 'retry') await vi.waitFor(() => expect(failed).toBeGreaterThan(1));
    server.answers[call] = good;
    if (effect === 'dialog') await page.press('action.ok');
    if (effect === 'dialog' || effect === 'blank') await page.press('qr.again');
    if (effect === 'anew') await page.press('identity.qr');
    await page.arrive('departure.leaving', { service: '사내 메일' });
  });
});
