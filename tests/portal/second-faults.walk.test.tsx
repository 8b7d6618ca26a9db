import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAULTS, type FaultName, faultCases, isRefusal, json, toldOf } from './faults.ts';
import {
  CALLS,
  createServer,
  givePasskey,
  hurryLooks,
  type LoadedPage,
  loadPage,
  SECOND_CALLS,
  type SecondCallName,
  type Server,
} from './page.ts';

beforeEach(() => {
  hurryLooks();
});

type CallName = SecondCallName | 'login';

/**
 * What a fault leads to: a dialog, the second step anew, both, a page that says no, the error page, another try by
 * itself, or nothing at all.
 */
type Effect = 'dialog' | 'anew' | 'dialog, then anew' | 'unauthorized' | 'error page' | 'retry' | 'none';

/** What 401 leads to. An assertion starts by itself, so it is refused again. */
const UNKNOWN = {
  login: 'anew',
  startSecondAssertion: 'unauthorized',
  checkSecondPush: 'dialog, then anew',
  withdrawSecondPush: 'none',
} as const satisfies Record<Exclude<CallName, 'saveDefault'>, Effect>;

function effectOf(call: CallName, fault: FaultName): Effect {
  if (fault === 'a wrong challenge') return 'error page';
  if (call === 'saveDefault') return 'none';
  if (fault === '401') return UNKNOWN[call];
  if (call === 'withdrawSecondPush') return 'none';
  return call === 'checkSecondPush' && !isRefusal(fault) ? 'retry' : 'dialog';
}

/** What a dialog says. */
function told(call: CallName, fault: FaultName) {
  if (call === 'login') return toldOf(fault, 'info.failure.otp.authentication');
  return toldOf(
    fault,
    call === 'startSecondAssertion'
      ? 'info.fidotoken.failure.authentication'
      : 'info.failure.authentication.failure',
  );
}

/** The policy whose first token makes the call. */
const KINDS = {
  login: 'secondCard',
  saveDefault: 'secondCard',
  checkSecondPush: 'secondPush',
  withdrawSecondPush: 'secondPush',
  startSecondAssertion: 'secondPasskey',
} as const satisfies Record<CallName, Parameters<typeof createServer>[0]>;

async function proveAgain(page: LoadedPage, call: CallName): Promise<void> {
  if (KINDS[call] === 'secondCard') await page.enterCode();
  else await page.press(KINDS[call] === 'secondPush' ? 'push.requestAgain' : 'passkey.button');
}

const asked = ({ requests }: Server): readonly string[] =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

const cases = faultCases(['login', ...Object.keys(SECOND_CALLS)] as CallName[]);

describe.each(cases)('%s meets %s, in %s', (call, fault, language) => {
  it('says so, and the login can be finished when the fault is gone', async () => {
    givePasskey();
    const server = createServer(KINDS[call]);
    const { checkSecondPush } = server.answers;
    const good = server.answers[call];
    if (call === 'withdrawSecondPush')
      server.answers.checkSecondPush = () => json({ status: 200, check: 'X' });
    server.answers[call] = FAULTS[fault];
    const page = loadPage('/redirect?uid=1', server, { language });
    const leave = () => page.arrive('departure.leaving', { service: '사내 메일' });
    await page.enterId();
    if (call === 'saveDefault')
      await page.user.click(await screen.findByRole('checkbox', { name: page.say('second.saveDefault') }));
    if (KINDS[call] === 'secondCard') await page.enterCode();
    if (call === 'withdrawSecondPush') await page.press('push.cancel');

    const effect = effectOf(call, fault);
    if (effect === 'error page') {
      await page.arrive('notice.notFound');
      await page.press('action.signInAgain');
      await page.arrive('departure.leaving', { service: '사내 메일' });
      return;
    }
    if (effect === 'unauthorized') {
      await page.arrive('notice.unauthorized');
      Object.assign(server.answers, { checkSecondPush, [call]: good });
      await page.press('action.home');
      await page.arrive('title.identity');
      await page.enterId();
      if (KINDS[call] === 'secondCard') await page.enterCode();
      await leave();
      return;
    }
    if (call === 'saveDefault') {
      await leave();
      expect(asked(server)).toContain(SECOND_CALLS.saveDefault);
      return;
    }
    if (effect.startsWith('dialog')) {
      await screen.findByRole('dialog', { name: page.say('failure.title') });
      await screen.findByText(page.say(told(call, fault)));
    }
    if (effect === 'retry') await screen.findByText(page.say('push.cutOff'));
    if (effect === 'none') {
      await screen.findByText(page.say('push.cancelled'));
      expect(asked(server)).toContain(SECOND_CALLS.withdrawSecondPush);
    }
    Object.assign(server.answers, { checkSecondPush, [call]: good });
    if (effect.startsWith('dialog')) await page.press('action.ok');
    if (effect === 'anew') await screen.findByText(page.say('remark.policyChanged'));
    const startsAlone = effect === 'retry' || effect === 'dialog, then anew';
    if (!startsAlone) await proveAgain(page, call);
    await leave();
    const checks = asked(server).filter((line) => line === CALLS.policy);
    expect(checks).toHaveLength(effect.endsWith('anew') ? 2 : 1);
  });
});
