import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, tokenOf } from '#tests/support/server/identity.ts';
import { answerQuestion } from '#tests/support/server/passwords.ts';
import { checkPush, groupsOf, requestPush } from '#tests/support/server/push.ts';
import { bearer, fetchPolicyId } from '#tests/support/server/steps.ts';
import { CLIENT_ID, type Servers } from './servers.ts';

/** The answer of every person to the security question. */
export const ANSWER = '제주도';

/** Two actions that run at the same time, and a check of their outcome. */
export type Race = {
  readonly one: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  /** Expects an outcome that is allowed in every order. */
  readonly expectOutcome: (answers: readonly [unknown, unknown]) => Promise<void>;
};

/** Creates the people and browsers of a race, and returns the race. */
export type RacePreparation = (servers: Servers) => Promise<Race>;

/** The status of an answer to a call. */
export const statusOf = (answer: unknown): number => (answer as CallAnswer).status;

/** The number of answers with status 200. */
export const successCount = (answers: readonly unknown[]): number =>
  answers.map(statusOf).filter((status) => status === 200).length;

/** Expects that no answer reports a server error. */
export const expectNoServerError = (answers: readonly unknown[]): void => {
  expect(answers.map(statusOf).filter((status) => status >= 500)).toEqual([]);
};

/** Creates a person, and enters the ID in a browser at the first server. */
export async function enterNewPerson({
  one,
  newPerson,
}: Servers): Promise<{ browser: Browser; userId: string; policyId: string }> {
  const userId = await newPerson();
  const browser = one.browser();
  return { browser, userId, policyId: await fetchPolicyId(browser, userId, CLIENT_ID) };
}

/** Passes the identity check as a new person with a code by SMS; returns a token for changes. */
export async function passCheckAsNewPerson(
  servers: Servers,
): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId, policyId } = await enterNewPerson(servers);
  const body = { userId, userPassword: SEED_PASSWORD, clientId: CLIENT_ID, selfAuthFlag: 'Y', policyId };
  const token = tokenOf(await browser.call('POST', '/login/password', { body }));
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT_ID, content: '' },
    headers: bearer(token),
  });
  const code = codeIn(servers.one, userId, 'sms');
  const answer = await finishIdentityCheck(browser, userId, token, '1', code, CLIENT_ID);
  if (answer.status !== 200) throw new Error(answer.text);
  return { browser, userId, token };
}

/** Answers the security question as a new person; returns a token for a new password. */
export async function answerAsNewPerson(
  servers: Servers,
): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId } = await enterNewPerson(servers);
  return { browser, userId, token: tokenOf(await answerQuestion(browser, userId, ANSWER, CLIENT_ID)) };
}

/** Requests a push for a new person; returns the push with functions that answer and check the push. */
export async function requestPushAsNewPerson(servers: Servers) {
  const { browser, userId, policyId } = await enterNewPerson(servers);
  const key = await servers.registerApp(userId);
  const pushId = String((await requestPush(browser, userId, { clientId: CLIENT_ID })).json['pushId']);
  const app = servers.other.browser();
  const { json } = await app.call('GET', '/device/pushes', { headers: bearer(key) });
  const [pending] = json['pushes'] as { id: string; choices: string[] }[];
  const choice = pending?.choices.find((group) => groupsOf(pushId).includes(group));
  const answer = (decision: 'approve' | 'deny') =>
    app.call('POST', `/device/pushes/${pending?.id}/${decision}`, {
      headers: bearer(key),
      body: decision === 'approve' ? { choice } : {},
    });
  const check = async () => (await checkPush(browser, pushId, CLIENT_ID)).json['check'];
  return { browser, userId, policyId, pushId, answer, check };
}
