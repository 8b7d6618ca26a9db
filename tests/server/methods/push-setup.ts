import { checkPush, phoneOf, requestPush } from '#tests/support/server/push.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { enter, type Person } from './steps.ts';

/** How long a push waits, in milliseconds. */
export const PUSH_LIFETIME = 60_000;

export const requestPushId = async (person: Pick<Person, 'browser' | 'userId'>): Promise<string> =>
  String((await requestPush(person.browser, person.userId)).json['pushId']);

/** The result of a poll, or the HTTP status of its refusal. */
export const pollPush = async ({ browser }: Pick<Person, 'browser'>, pushId: string): Promise<unknown> => {
  const { status, json } = await checkPush(browser, pushId);
  return status === 200 ? json['check'] : status;
};

/** Lim, who has requested a push, and the phone that received it. */
export async function enterWithPush(server: TestServer | Promise<TestServer> = testServer()) {
  const running = await server;
  const lim = await enter(running, 'lim');
  const pushId = await requestPushId(lim);
  return { server: running, lim, pushId, phone: phoneOf(running, 'lim') };
}
