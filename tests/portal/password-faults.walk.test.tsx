import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultName, json } from './faults.ts';
import { CALLS, hurryLooks, type LoadedPage, loadPage, PUSH_CALLS, type Server } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  answerQuestion,
  askPush,
  choose,
  enterCode,
  expiryServer,
  openForgotPassword,
  passwordServer,
  pushServer,
  savePassword,
  sendCode,
  tellNames,
} from './password-journey.ts';

const asked = ({ requests }: Server): readonly string[] =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

const LINK = '/password?clientid=demo-service&ak=ak-1';

/** Answers a call by a fault until it is mended. */
function breakCall({ answers }: Server, call: keyof Server['answers'], fault: FaultName): () => void {
  const good = answers[call];
  answers[call] = FAULTS[fault];
  return () => void Object.assign(answers, { [call]: good });
}

type Take = (page: LoadedPage) => Promise<unknown>;

const takeAll = async (page: LoadedPage, steps: readonly Take[]): Promise<void> => {
  for (const take of steps) await take(page);
};

const byQuestion: Take = (page) => choose(page, 'questions');
const isRestarted: Take = (page) => screen.findByText(page.say('passwordFlow.restarted'));
const CREATION: readonly Take[] = [
  (page) => page.enterId(),
  tellNames,
  sendCode,
  enterCode,
  answerQuestion,
  savePassword,
];

describe('where the server has forgotten what was proved', () => {
  it('a link begins anew, and the password is made then', async () => {
    const server = passwordServer();
    const mend = breakCall(server, 'create', '401');
    const page = loadPage(LINK, server, { language: 'en' });
    await takeAll(page, [...CREATION, isRestarted]);
    mend();
    await takeAll(page, CREATION);
    await waitFor(() => expect(asked(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(asked(server)).toEqual(expect.arrayContaining([PASSWORD_CALLS.create, PASSWORD_CALLS.saveAnswer]));
  });

  it('a forgotten password begins anew, and is reset then', async () => {
    const server = passwordServer();
    const mend = breakCall(server, 'change', '401');
    const page = await openForgotPassword(server, 'ko');
    await takeAll(page, [byQuestion, answerQuestion, savePassword, isRestarted]);
    mend();
    await page.press('action.next');
    await takeAll(page, [byQuestion, answerQuestion, savePassword]);
    await page.arrive('title.identity');
  });

  it('an expired password begins with the login, and is changed then', async () => {
    const server = expiryServer();
    const mend = breakCall(server, 'change', '401');
    const page = loadPage('/redirect?uid=1', server, { language: 'en' });
    const signIn: readonly Take[] = [(at) => at.enterId(), (at) => at.enterPassword(), savePassword];
    await takeAll(page, signIn);
    mend();
    await page.press('session.leave');
    await takeAll(page, signIn);
    await page.arrive('departure.leaving', { service: '사내 메일' });
  });
});

describe('an identity check by a push', () => {
  it.each([
    ['requestPush', '500', 'dialog'],
    ['checkPush', 'no network', 'push.cutOff'],
    ['checkPush', '400', 'dialog'],
    ['startSecondAssertion', 'no network', 'looked at again'],
  ] as const)('goes on after %s with %s: %s', async (call, fault, expected) => {
    hurryLooks();
    const server = pushServer();
    const mend = breakCall(server, call, fault);
    const page = loadPage(LINK, server);
    await takeAll(page, [(at) => at.enterId(), tellNames, askPush]);
    if (expected === 'push.cutOff') await screen.findByText(page.say(expected));
    else await screen.findByRole('dialog', { name: (name) => name !== page.say('push.title') });
    mend();
    if (expected !== 'push.cutOff') await page.press('action.ok');
    if (expected === 'dialog') await askPush(page);
    await savePassword(page);
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
    const page = loadPage(LINK, server);
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

it.each([
  ['500', 'The reader is full.', null],
  ['005_1', 'hidden', 'error.auth_error_005_1'],
] as const)('a check that is refused with %s says what it means', async (errCode, message, key) => {
  const server = passwordServer();
  server.answers.startSecondAssertion = () => json({ status: 400, result: false, errCode, message }, 400);
  const page = await openForgotPassword(server, 'en');
  await choose(page, 'selfAuth');
  await tellNames(page);
  await sendCode(page);
  await enterCode(page);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(key ? page.say(key, { remaining: 0 }) : message);
  expect(dialog.textContent?.includes(message)).toBe(key === null);
});

it('a lost answer to saving is asked for again by the same call alone', async () => {
  const server = passwordServer();
  const { change } = server.answers;
  server.answers.change = FAULTS['no network'];
  const page = await openForgotPassword(server);
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
