import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callOf } from '#tests/support/network.ts';
import { FAULTS, type FaultName, json } from './faults.ts';
import { CALLS, type LoadedPage, loadPage, PUSH_CALLS, type Server, shortenPollInterval } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  answerQuestion,
  chooseProof,
  enterCode,
  enterPhoneNumber,
  expiryServer,
  openForgotPassword,
  PASSWORD_LINK,
  passwordServer,
  pushServer,
  requestPush,
  savePassword,
  sendCode,
} from './password-journey.ts';

const requestedCalls = ({ requests }: Server): readonly string[] => requests.map(callOf);

/** Answers a call by a fault, until the returned function is called. */
function breakCall({ answers }: Server, call: keyof Server['answers'], fault: FaultName): () => void {
  const answer = answers[call];
  answers[call] = FAULTS[fault];
  return () => void Object.assign(answers, { [call]: answer });
}

type Step = (page: LoadedPage) => Promise<unknown>;

const runSteps = async (page: LoadedPage, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) await step(page);
};

const enterId: Step = (page) => page.enterId();
const enterPassword: Step = (page) => page.enterPassword();
const chooseQuestion: Step = (page) => chooseProof(page, 'questions');
const expectRestarted: Step = (page) => screen.findByText(page.text('passwordFlow.restarted'));
const CREATION: readonly Step[] = [
  enterId,
  enterPhoneNumber,
  sendCode,
  enterCode,
  answerQuestion,
  savePassword,
];

describe('a proof that the server no longer knows', () => {
  it('restarts a password link, by which the password is then created', async () => {
    const server = passwordServer();
    const repair = breakCall(server, 'create', '401');
    const page = loadPage(PASSWORD_LINK, server, { language: 'en' });
    await runSteps(page, [...CREATION, expectRestarted]);
    repair();
    await runSteps(page, CREATION);
    await waitFor(() => expect(requestedCalls(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(requestedCalls(server)).toEqual(
      expect.arrayContaining([PASSWORD_CALLS.create, PASSWORD_CALLS.saveAnswer]),
    );
  });

  it('restarts the flow of a forgotten password, which then resets it', async () => {
    const server = passwordServer();
    const repair = breakCall(server, 'change', '401');
    const page = await openForgotPassword(server, 'ko');
    await runSteps(page, [chooseQuestion, answerQuestion, savePassword, expectRestarted]);
    repair();
    await page.press('action.next');
    await runSteps(page, [chooseQuestion, answerQuestion, savePassword]);
    await page.waitForScreen('title.identity');
  });

  it('restarts the login of an expired password, which is then changed', async () => {
    const server = expiryServer();
    const repair = breakCall(server, 'change', '401');
    const page = loadPage('/redirect?uid=1', server, { language: 'en' });
    const signIn: readonly Step[] = [enterId, enterPassword, savePassword];
    await runSteps(page, signIn);
    repair();
    await page.press('session.leave');
    await runSteps(page, signIn);
    await page.waitForScreen('return.leaving', { service: '사내 메일' });
  });
});

describe('an identity check by a push', () => {
  it.each([
    ['requestPush', '500', 'dialog'],
    ['checkPush', 'no network', 'push.cutOff'],
    ['checkPush', '400', 'dialog'],
    ['startSecondAssertion', 'no network', 'dialog, then a retry'],
  ] as const)('continues when %s has failed with %s, after: %s', async (call, fault, expected) => {
    shortenPollInterval();
    const server = pushServer();
    const repair = breakCall(server, call, fault);
    const page = loadPage(PASSWORD_LINK, server);
    await runSteps(page, [enterId, enterPhoneNumber, requestPush]);
    if (expected === 'push.cutOff') await screen.findByText(page.text(expected));
    else await screen.findByRole('dialog', { name: (name) => name !== page.text('push.title') });
    repair();
    if (expected !== 'push.cutOff') await page.press('action.ok');
    if (expected === 'dialog') await requestPush(page);
    await savePassword(page);
    await waitFor(() => expect(requestedCalls(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(requestedCalls(server)).toContain(PASSWORD_CALLS.change);
  });
});

it.each(['no network', '401'] as const)(
  'a push can be requested again after its withdrawal has failed with %s',
  async (fault) => {
    const server = pushServer();
    const { checkPush } = server.answers;
    server.answers.checkPush = () => json({ status: 200, check: 'X' });
    server.answers.withdrawPush = FAULTS[fault];
    const page = loadPage(PASSWORD_LINK, server);
    await page.enterId();
    await enterPhoneNumber(page);
    await requestPush(page);
    await page.press('push.cancel');
    await screen.findByText(page.text('push.cancelled'));
    expect(requestedCalls(server).filter((line) => line === PUSH_CALLS.withdrawPush)).toHaveLength(1);
    server.answers.checkPush = checkPush;
    await requestPush(page);
    await screen.findByLabelText(page.text('passwordSetup.new'));
  },
);

it.each([
  ['500', 'The reader is full.', null],
  ['005_1', 'hidden', 'error.auth_error_005_1'],
] as const)('an identity check that is refused with %s shows the reason', async (errCode, message, key) => {
  const server = passwordServer();
  server.answers.startSecondAssertion = () => json({ status: 400, result: false, errCode, message }, 400);
  const page = await openForgotPassword(server, 'en');
  await chooseProof(page, 'selfAuth');
  await enterPhoneNumber(page);
  await sendCode(page);
  await enterCode(page);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(key ? page.text(key, { remaining: 0 }) : message);
  expect(dialog.textContent?.includes(message)).toBe(key === null);
});

it('a second try to save the password after a lost answer repeats only the call that saves', async () => {
  const server = passwordServer();
  const { change } = server.answers;
  server.answers.change = FAULTS['no network'];
  const page = await openForgotPassword(server);
  await chooseProof(page, 'questions');
  await answerQuestion(page);
  await savePassword(page);
  await screen.findByText(page.text('passwordSetup.unanswered'));
  server.answers.change = change;
  await page.press('action.save');
  await page.waitForScreen('title.identity');
  const saveCalls = requestedCalls(server).filter(
    (line) => line.endsWith('/pw') || line.endsWith('/pw/in-use'),
  );
  expect(saveCalls).toEqual([PASSWORD_CALLS.inUse, PASSWORD_CALLS.change, PASSWORD_CALLS.change]);
});

it.each(['security', 'account'] as const)(
  'when %s has no answer, the password screen has no forgot-password link and signs in',
  async (call) => {
    const server = passwordServer();
    server.answers[call] = () => json({ status: 500 }, 500);
    const page = loadPage('/redirect?uid=1', server);
    await page.enterId();
    await page.waitForScreen('title.password');
    expect(screen.queryByRole('button', { name: page.text('password.forgot') })).toBeNull();
    await page.enterPassword();
    await page.waitForScreen('return.leaving', { service: '사내 메일' });
    expect(requestedCalls(server)).toContain(CALLS.login);
  },
);
