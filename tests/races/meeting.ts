import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, tokenOf } from '#tests/support/server/identity.ts';
import { groupsOf } from '#tests/support/server/push.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { CLIENT, type Stage } from './stage.ts';

/** Two things that are done at once, and what has to be true afterwards whichever comes first. */
export type Race = {
  readonly one: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  readonly holds: (answers: readonly [unknown, unknown]) => Promise<void>;
};

export type Pair = (stage: Stage) => Promise<Race>;

export const statusOf = (answers: unknown): number => (answers as CallAnswer).status;
export const good = (answers: readonly unknown[]): number =>
  answers.map(statusOf).filter((status) => status === 200).length;

/** The second call is refused, not answered with an error of the server. */
export const expectNoFault = (answers: readonly unknown[]): void => {
  expect(answers.map(statusOf).filter((status) => status >= 500)).toEqual([]);
};

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export async function known({
  one,
  newPerson,
}: Stage): Promise<{ browser: Browser; userId: string; policyId: string }> {
  const userId = await newPerson();
  const browser = one.browser();
  const { json } = await checkPolicy(browser, userId, CLIENT);
  return { browser, userId, policyId: String(json['policyId']) };
}

export async function open(stage: Stage): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId, policyId } = await known(stage);
  const body = { userId, userPassword: SEED_PASSWORD, clientId: CLIENT, selfAuthFlag: 'Y', policyId };
  const token = tokenOf(await browser.call('POST', '/login/password', { body }));
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT, content: '' },
    headers: bearer(token),
  });
  const text = stage.one.outbox.list({ userId, channel: 'sms' }).at(-1)?.text ?? '';
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

export async function answered(stage: Stage): Promise<{ browser: Browser; userId: string; token: string }> {
  const { browser, userId } = await known(stage);
  const body = { userId, clientId: CLIENT, answer: '제주도' };
  return {
    browser,
    userId,
    token: tokenOf(await browser.call('POST', '/data/sso/password/answer/verification', { body })),
  };
}

export const push = (browser: Browser, userId: string): Promise<CallAnswer> =>
  browser.call('POST', `/mobileapp/push/${userId}?clientId=${CLIENT}&ip=`, {
    body: { userId, clientId: CLIENT, content: '' },
  });

/** A push that waits on the phone of somebody. */
export async function pushed(stage: Stage) {
  const { browser, userId, policyId } = await known(stage);
  const key = await stage.appOf(userId);
  const pushId = String((await push(browser, userId)).json['pushId']);
  const app = stage.other.browser();
  const { json } = await app.call('GET', '/device/pushes', { headers: bearer(key) });
  const [waiting] = json['pushes'] as { id: string; choices: string[] }[];
  const choice = waiting?.choices.find((group) => groupsOf(pushId).includes(group));
  const answer = (how: 'approve' | 'deny') =>
    app.call('POST', `/device/pushes/${waiting?.id}/${how}`, {
      headers: bearer(key),
      body: how === 'approve' ? { choice } : {},
    });
  const look = async () =>
    (await browser.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT}`)).json[
      'check'
    ];
  return { browser, userId, policyId, pushId, answer, look };
}
