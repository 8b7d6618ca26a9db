import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { FAULTS, type FaultName, faultCases, json, toldOf } from './faults.ts';
import {
  createServer,
  givePasskey,
  type LoadedPage,
  loadPage,
  PASSKEY_CALLS,
  type PasskeyCallName,
} from './page.ts';

beforeEach(() => {
  givePasskey();
});

/** To the button of the passkey: without an ID at the ID entry, else on the screen of the method. */
async function reachButton(page: LoadedPage, call: PasskeyCallName): Promise<void> {
  if (call === 'startUnnamedAssertion') {
    await page.user.click(await screen.findByRole('radio', { name: page.say('identity.modePasskey') }));
    return;
  }
  await page.enterId();
  await page.user.click(await screen.findByRole('button', { name: page.say('title.method.12') }));
}

const cases = faultCases(Object.keys(PASSKEY_CALLS) as PasskeyCallName[]);

describe.each(cases)('%s meets %s, in %s', (call, fault: FaultName, language) => {
  it('says so, and the login can be finished when the fault is gone', async () => {
    const server = createServer('passkey');
    server.answers.config = () =>
      json({ status: 200, serviceName: '사내 메일', displayContent: '', idOtp: '1', passkey: '1' });
    const good = server.answers[call];
    server.answers[call] = FAULTS[fault];
    const page = loadPage('/redirect?uid=1', server, { language });
    await reachButton(page, call);
    await page.press('passkey.button');

    const isDialog = call === 'startAssertion';
    if (fault === 'a wrong challenge') {
      await page.arrive('notice.notFound');
      server.answers[call] = good;
      await page.press('action.signInAgain');
      await page.arrive('departure.leaving', { service: '사내 메일' });
      return;
    } else if (isDialog && fault === '401') {
      await screen.findByText(page.say('remark.policyChanged'));
      server.answers[call] = good;
      await page.user.click(await screen.findByRole('button', { name: page.say('title.method.12') }));
    } else {
      if (isDialog) await screen.findByRole('dialog', { name: page.say('failure.title') });
      await screen.findByText(page.say(toldOf(fault, 'info.fidotoken.failure.authentication')));
      server.answers[call] = good;
      if (isDialog) await page.press('action.ok');
    }
    await page.press('passkey.button');
    await page.arrive('departure.leaving', { service: '사내 메일' });
    const login = server.requests.find(({ url }) => url.endsWith('/authenticate'));
    const { userPassword = '' } = (await login?.json()) ?? {};
    expect(userPassword.split('|').at(4)).toBe(TOKEN_CODES.passkey);
  });
});
