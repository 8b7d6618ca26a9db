import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/whole.ts';
import { FAULTS, type FaultName, json } from './faults.ts';
import { CALLS, hurryLooks, type LoadedPage, loadPage, PUSH_CALLS, type Server } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  answerQuestion,
  askPush,
  choose,
  enterCode,
  expiryServer,
  openForgot,
  passwordServer,
  pushServer,
  savePassword,
  sendCode,
  tellNames,
} from './password-journey.ts';

/** Each stands for others that the client hands on alike (tests/api/faults.test.ts). */
const MET = ['no network', '400', '401', '500'] as const satisfies readonly FaultName[];
type Met = (typeof MET)[number];

/** A call of the password flows, or one that their steps share with other flows. */
type FlowCall = keyof Server['answers'];

/**
 * What a fault leads to: a sentence at the field, with which the same press tries again; a dialog before that; another
 * try by a button, or by itself, at once or after a dialog; the flow anew, at once or after a dialog; the login anew;
 * or nothing that keeps anybody.
 */
type Effect =
  | 'told'
  | 'dialog'
  | 'retry'
  | 'by itself'
  | 'dismissed'
  | 'anew'
  | 'over'
  | 'login anew'
  | 'none';

/** Calls that nothing was earned for yet: a 401 is a refusal like any other. */
const FIRST: readonly FlowCall[] = ['link', 'verify', 'leave', 'policy', 'security', 'account'];

function effectOf(call: FlowCall, fault: Met): Effect {
  if (call === 'contacts') return 'none';
  if (call === 'keepAnswer' || call === 'endLink') return 'retry';
  if (fault === '401' && !FIRST.includes(call)) return call === 'sms' ? 'over' : 'anew';
  if (call === 'sms' || call === 'startSecondAssertion') return 'dialog';
  if (call === 'level') return 'none';
  if (call === 'question' || call === 'questions') return 'retry';
  // A refusal says that it is not the present password (decision 122).
  if (call === 'inUse' && fault === '400') return 'none';
  return 'told';
}

/** A look is repeated, and a push of which nobody knows whether it served is looked at again. */
function effectOnPush(call: FlowCall, fault: Met): Effect {
  if (fault === '401') return call === 'startSecondAssertion' ? 'anew' : 'over';
  if (call === 'checkPush' && fault !== '400') return 'by itself';
  return call === 'startSecondAssertion' && fault === 'no network' ? 'dismissed' : 'dialog';
}

/** The token is that of the login, which is over with it. */
function effectOnExpiry(call: FlowCall, fault: Met): Effect {
  if (fault === '401') return 'login anew';
  return call === 'security' ? 'none' : effectOf(call, fault);
}

const asked = ({ requests }: Server): readonly string[] =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

/** Gives back what makes the call good again. */
function breakCall({ answers }: Server, call: FlowCall, fault: Met): () => void {
  const good = answers[call];
  answers[call] = FAULTS[fault];
  return () => Object.assign(answers, { [call]: good });
}

/** Meets what a fault leads to, and makes it good. */
async function meet(page: LoadedPage, effect: Effect, mend: () => void): Promise<void> {
  if (effect === 'told') {
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some(({ textContent }) => textContent !== '')).toBe(true),
    );
  }
  if (effect === 'dialog' || effect === 'dismissed' || effect === 'over') {
    await screen.findByRole('dialog', { name: (name) => name !== page.say('push.title') });
    mend();
    await page.press('action.ok');
  }
  if (effect === 'by itself') await screen.findByText(page.say('push.cutOff'));
  if (effect === 'login anew') await page.press('session.leave');
  if (effect === 'retry') await screen.findByRole('button', { name: page.say('action.retry') });
  if (effect === 'anew' || effect === 'over') await screen.findByText(page.say('passwordFlow.restarted'));
  mend();
  if (effect === 'retry') await page.press('action.retry');
}

type Step = {
  readonly calls: readonly FlowCall[];
  readonly take: (page: LoadedPage) => Promise<void>;
};

/** Takes steps until the last; the one that makes the faulty call meets it, and is taken again where that is the way. */
async function walkThrough(
  page: LoadedPage,
  steps: readonly Step[],
  faulty: FlowCall,
  effect: Effect,
  mend: () => void,
): Promise<void> {
  for (const step of steps) {
    await step.take(page);
    if (!step.calls.includes(faulty)) continue;
    await meet(page, effect, mend);
    if (effect === 'told' || effect === 'dialog') await step.take(page);
    if (effect === 'anew' || effect === 'over' || effect === 'login anew') {
      if (steps === RESET) await page.press('action.next');
      if (steps === EXPIRY) await page.enterId();
      return walkThrough(page, steps, faulty, 'none', mend);
    }
  }
}

const CREATION: readonly Step[] = [
  { calls: ['link', 'security', 'contacts'], take: (page) => page.enterId() },
  { calls: ['verify', 'leave'], take: tellNames },
  { calls: ['sms'], take: sendCode },
  { calls: ['startSecondAssertion', 'questions'], take: enterCode },
  { calls: ['level'], take: answerQuestion },
  { calls: ['create', 'keepAnswer', 'endLink'], take: savePassword },
];

const RESET: readonly Step[] = [
  { calls: ['question'], take: (page) => choose(page, 'questions') },
  { calls: ['answer'], take: answerQuestion },
  { calls: ['inUse', 'change'], take: savePassword },
];

const PUSH: readonly Step[] = [
  { calls: [], take: (page) => page.enterId() },
  { calls: [], take: tellNames },
  { calls: ['requestPush', 'checkPush', 'startSecondAssertion'], take: askPush },
  { calls: [], take: savePassword },
];

const EXPIRY: readonly Step[] = [
  { calls: ['security', 'level'], take: (page) => page.enterPassword() },
  { calls: ['inUse', 'change'], take: savePassword },
];

const IDENTIFIED: readonly Step[] = [
  { calls: ['policy', 'security', 'account'], take: (page) => page.enterId() },
];

/** Every call with every fault; without everything with every other, the next call with the others. */
const casesOf = (steps: readonly Step[]) =>
  steps
    .flatMap(({ calls }) => calls)
    .flatMap((call, row) =>
      MET.flatMap((fault, column) => {
        const turn = row + column;
        if (!IS_WHOLE && turn % 2 === 1) return [];
        return [[call, fault, turn % 4 < 2 ? 'ko' : 'en'] as const];
      }),
    );

describe.each(casesOf(CREATION))('%s meets %s, in %s', (call, fault, language) => {
  it('says so, and the password is made when the fault is gone', async () => {
    const server = passwordServer();
    const mend = breakCall(server, call, fault);
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server, { language });
    await walkThrough(page, CREATION, call, effectOf(call, fault), mend);
    await waitFor(() => expect(asked(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(asked(server)).toEqual(expect.arrayContaining([PASSWORD_CALLS.create, PASSWORD_CALLS.keepAnswer]));
  });
});

describe.each(casesOf(RESET))('%s meets %s, in %s', (call, fault, language) => {
  it('says so, and the password is reset when the fault is gone', async () => {
    const server = passwordServer();
    const mend = breakCall(server, call, fault);
    const page = await openForgot(server, language);
    await walkThrough(page, RESET, call, effectOf(call, fault), mend);
    await page.arrive('title.identity');
    expect(asked(server)).toContain(PASSWORD_CALLS.change);
  });
});

describe.each(casesOf(IDENTIFIED))('%s meets %s, in %s', (call, fault, language) => {
  it('says so at the ID, and the choice follows when the fault is gone', async () => {
    const server = passwordServer();
    const mend = breakCall(server, call, fault);
    const page = loadPage('/password/forgot', server, { language });
    await walkThrough(page, IDENTIFIED, call, effectOf(call, fault), mend);
    await page.arrive('title.passwordChange');
  });
});

describe.each(casesOf(PUSH))('%s of an identity check meets %s, in %s', (call, fault, language) => {
  it('says so, and the password is changed when the fault is gone', async () => {
    hurryLooks();
    const server = pushServer();
    const mend = breakCall(server, call, fault);
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server, { language });
    await walkThrough(page, PUSH, call, effectOnPush(call, fault), mend);
    await waitFor(() => expect(asked(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(asked(server)).toContain(PASSWORD_CALLS.change);
  });
});

it.each(['no network', '401'] as const)(
  'a cancelled push is over, whatever comes of it: %s',
  async (fault) => {
    const server = pushServer();
    const { checkPush } = server.answers;
    server.answers.checkPush = () => json({ status: 200, check: 'X' });
    server.answers.withdrawPush = FAULTS[fault];
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server);
    await page.enterId();
    await tellNames(page);
    await askPush(page);
    await page.press('push.cancel');
    await screen.findByText(page.say('push.cancelled'));
    expect(asked(server).filter((line) => line === PUSH_CALLS.withdrawPush)).toHaveLength(1);
    server.answers.checkPush = checkPush;
    await askPush(page);
    await screen.findByLabelText(page.say('passwordSetup.new'));
  },
);

describe.each(casesOf(EXPIRY))('%s of an expired password meets %s, in %s', (call, fault, language) => {
  it('says so, and the password is changed and the login goes on when the fault is gone', async () => {
    const server = expiryServer();
    const page = loadPage('/redirect?uid=1', server, { language });
    await page.enterId();
    await screen.findByRole('button', { name: page.say('password.forgot') });
    const mend = breakCall(server, call, fault);
    await walkThrough(page, EXPIRY, call, effectOnExpiry(call, fault), mend);
    await page.arrive('departure.leaving', { service: '사내 메일' });
    expect(asked(server)).toContain(PASSWORD_CALLS.change);
  });
});

it.each([
  ['500', 'The reader is full.', null],
  ['005_1', 'hidden', 'error.auth_error_005_1'],
] as const)('a check that is refused with %s says what it means', async (errCode, message, key) => {
  const server = passwordServer();
  server.answers.startSecondAssertion = () => json({ status: 400, result: false, errCode, message }, 400);
  const page = await openForgot(server, 'en');
  await choose(page, 'selfAuth');
  await tellNames(page);
  await sendCode(page);
  await enterCode(page);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(key ? page.say(key) : message);
  expect(dialog.textContent?.includes(message)).toBe(key === null);
});

it('a lost answer to saving is asked for again by the same call alone', async () => {
  const server = passwordServer();
  const { change } = server.answers;
  server.answers.change = FAULTS['no network'];
  const page = await openForgot(server);
  await choose(page, 'questions');
  await answerQuestion(page);
  await savePassword(page);
  await screen.findByText(page.say('passwordSetup.unanswered'));
  server.answers.change = change;
  await page.press('action.save');
  await page.arrive('title.identity');
  const saving = asked(server).filter((line) => line.endsWith('/pw') || line.endsWith('/pw/in-use'));
  expect(saving).toEqual([PASSWORD_CALLS.inUse, PASSWORD_CALLS.change, PASSWORD_CALLS.change]);
});

it.each(['security', 'account'] as const)(
  'without an answer to %s the password is asked for without the link, and signs in',
  async (call) => {
    const server = passwordServer();
    server.answers[call] = () => json({ status: 500 }, 500);
    const page = loadPage('/redirect?uid=1', server);
    await page.enterId();
    await page.arrive('title.password');
    expect(screen.queryByRole('button', { name: page.say('password.forgot') })).toBeNull();
    await page.enterPassword();
    await page.arrive('departure.leaving', { service: '사내 메일' });
    expect(asked(server)).toContain(CALLS.login);
  },
);
