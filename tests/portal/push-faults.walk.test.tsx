import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName, faultCases, isRefusal, json, toldOf } from './faults.ts';
import { createServer, hurryLooks, loadPage, PUSH_CALLS, type PushCallName } from './page.ts';

beforeEach(() => {
  hurryLooks();
});

/** What a fault leads to: a dialog, the beginning, the error page, another try by itself, or nothing at all. */
type Effect = 'dialog' | 'anew' | 'error page' | 'retry' | 'none';

function effectOf(call: PushCallName, fault: FaultName): Effect {
  if (fault === 'a wrong challenge') return 'error page';
  if (call === 'withdrawPush') return 'none';
  if (fault === '401') return 'anew';
  return call === 'requestPush' || isRefusal(fault) ? 'dialog' : 'retry';
}

const cases = faultCases(Object.keys(PUSH_CALLS) as PushCallName[]);

describe.each(cases)('%s meets %s, in %s', (call, fault, language) => {
  it('says so, and the login can be finished when the fault is gone', async () => {
    const server = createServer('push');
    const good = server.answers[call];
    const { checkPush } = server.answers;
    server.answers[call] = FAULTS[fault];
    if (call === 'withdrawPush') server.answers.checkPush = () => json({ status: 200, check: 'X' });
    const page = loadPage('/redirect?uid=1', server, { language });
    const choosePush = async () =>
      page.user.click(await screen.findByRole('button', { name: page.say('title.method.10') }));
    await page.enterId();
    await choosePush();
    await page.press('push.request');
    if (call === 'withdrawPush') await page.press('push.cancel');

    const effect = effectOf(call, fault);
    if (effect === 'error page') {
      await page.arrive('notice.notFound');
      server.answers[call] = good;
      await page.press('action.signInAgain');
      await page.arrive('departure.leaving', { service: '사내 메일' });
      return;
    }
    if (effect === 'dialog' || effect === 'anew')
      await screen.findByRole('dialog', { name: page.say('failure.title') });
    if (effect === 'dialog') {
      await screen.findByText(page.say(toldOf(fault, 'info.failure.authentication.failure')));
    }
    if (effect === 'retry') await screen.findByText(page.say('push.cutOff'));
    if (effect === 'none') {
      await screen.findByText(page.say('push.cancelled'));
      expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    }
    Object.assign(server.answers, { checkPush, [call]: good });
    if (effect === 'dialog' || effect === 'anew') await page.press('action.ok');
    if (effect === 'anew') {
      await screen.findByText(page.say('remark.policyChanged'));
      await choosePush();
      await page.press('push.request');
    }
    if (effect === 'dialog' || effect === 'none') await page.press('push.requestAgain');
    await page.arrive('departure.leaving', { service: '사내 메일' });
  });
});
