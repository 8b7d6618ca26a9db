import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, tokenOf } from '#tests/support/server/identity.ts';
import { groupsOf } from '#tests/support/server/push.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { CLIENT, type Servers } from './servers.ts';

/** Two actions that run at the same time, and the expected outcome in every order. */
export type Race = {
  readonly one: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  readonly expectOutcome: (answers: readonly [unknown, unknown]) => Promise<void>;
};

/** Creates the people and browsers of a race. */
export type PrepareRace = (servers: Servers) => Promise<Race>;

export const statusOf = (answers: unknown): number => (answers as CallAnswer).status;
export const successCount = (answers: readonly unknown[]): number =>
  answers.map(statusOf).filter((status) => status === 200).length;

/** Expects that no answer is an error of the server. */
export const expectNoServerError = (answers: readonly unknown[]): void => {
  expect(answers.map(statusOf).filter((status) => status >= 500)).toEqual([]);
};

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export async function enterNewPerson({
  one,
  newPerson,
}: Servers): Promise<{ browser: Browser; userId: string; policyId: string }> {
  const userId = await newPerson();
  const browser = one.browser();
  const { json } = await checkPolicy(browser, userId, CLIENT);
  return { browser, userId, policyId: String(json['policyId']) };
}

export async function passIdentityCheck(
  servers: Servers,
): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId, policyId } = await enterNewPerson(servers);
  const body = { userId, userPassword: SEED_PASSWORD, clientId: CLIENT, selfAuthFlag: 'Y', policyId };
  const token = tokenOf(await browser.call('POST', '/login/password', { body }));
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT, content: '' },
    headers: bearer(token),
  });
  const text = servers.one.outbox.list({ userId, channel: 'sms' }).at(-1)?.text ?? '';
  const passed = await finishIdentityCheck(
    browser,
    userId,
    token,
    '1',
    /\b\d{6}\b/.exec(text)?.[0] ?? '',
    CLIENT,
  );
  if (passed.status !== 200) throw new Error(passed.text);
  return { browser, userId, token };
}

export async function answerQuestion(
  servers: Servers,
): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId } = await enterNewPerson(servers);
  const body = { userId, clientId: CLIENT, answer: '제주도' };
  return {
    browser,
    userId,
    token: tokenOf(await browser.call('POST', '/data/sso/password/answer/verification', { body })),
  };
}

export const sendPush = (browser: Browser, userId: string): Promise<CallAnswer> =>
  browser.call('POST', `/mobileapp/push/${userId}?clientId=${CLIENT}&ip=`, {
    body: { userId, clientId: CLIENT, content: '' },
  });

/** Requests a push for a new person; returns it with functions that answer and check it. */
export async function requestPush(servers: Servers) {
  const { browser, userId, policyId } = await enterNewPerson(servers);
  const key = await servers.registerApp(userId);
  const pushId = String((await sendPush(browser, userId)).json['pushId']);
  const app = servers.other.browser();
  const { json } = await app.call('GET', '/device/pushes', { headers: bearer(key) });
  const [pending] = json['pushes'] as { id: string; choices: string[] }[];
  const choice = pending?.choices.find((group) => groupsOf(pushId).includes(group));
  const answer = (decision: 'approve' | 'deny') =>
    app.call('POST', `/device/pushes/${pending?.id}/${decision}`, {
      headers: bearer(key),
      body: decision === 'approve' ? { choice } : {},
    });
  const check = async () =>
    (await browser.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT}`)).json[
      'check'
    ];
  return { browser, userId, policyId, pushId, answer, check };
}
