import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FAULTS, json } from './faults.ts';
import { CALLS, hurryLooks, loadPage, PUSH_CALLS, type Server } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  CREATION,
  casesOf,
  EXPIRY,
  effectOf,
  effectOnExpiry,
  effectOnPush,
  IDENTIFIED,
  PUSH,
  RESET,
  walkThrough,
} from './password-faults.ts';
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

const WORD = '%s meets %s, in %s';

describe.each(casesOf(CREATION, effectOf))(WORD, (_, fault, language, calls) => {
  it('says so, and the password is made when the fault is gone', async () => {
    const server = passwordServer();
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server, { language });
    await walkThrough(page, server, CREATION, calls, fault, effectOf);
    await waitFor(() => expect(asked(server).at(-1)).toBe(PASSWORD_CALLS.endLink));
    expect(asked(server)).toEqual(expect.arrayContaining([PASSWORD_CALLS.create, PASSWORD_CALLS.saveAnswer]));
  });
});

describe.each(casesOf(RESET, effectOf))(WORD, (_, fault, language, calls) => {
  it('says so, and the password is reset when the fault is gone', async () => {
    const server = passwordServer();
    const page = await openForgotPassword(server, language);
    await walkThrough(page, server, RESET, calls, fault, effectOf);
    await page.arrive('title.identity');
    expect(asked(server)).toContain(PASSWORD_CALLS.change);
  });
});

describe.each(casesOf(IDENTIFIED, effectOf))(WORD, (_, fault, language, calls) => {
  it('says so at the ID, and the choice follows when the fault is gone', async () => {
    const server = passwordServer();
    const page = loadPage('/password/forgot', server, { language });
    await walkThrough(page, server, IDENTIFIED, calls, fault, effectOf);
    await page.arrive('title.passwordChange');
  });
});

describe.each(casesOf(PUSH, effectOnPush))(`an identity check: ${WORD}`, (_, fault, language, calls) => {
  it('says so, and the password is changed when the fault is gone', async () => {
    hurryLooks();
    const server = pushServer();
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server, { language });
    await walkThrough(page, server, PUSH, calls, fault, effectOnPush);
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

describe.each(casesOf(EXPIRY, effectOnExpiry))(
  `an expired password: ${WORD}`,
  (_, fault, language, calls) => {
    it('says so, and the password is changed and the login goes on when the fault is gone', async () => {
      const server = expiryServer();
      const page = loadPage('/redirect?uid=1', server, { language });
      await page.enterId();
      await screen.findByRole('button', { name: page.say('password.forgot') });
      await walkThrough(page, server, EXPIRY, calls, fault, effectOnExpiry);
      await page.arrive('departure.leaving', { service: '사내 메일' });
      expect(asked(server)).toContain(PASSWORD_CALLS.change);
    });
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
