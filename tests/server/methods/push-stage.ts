import { checkPush, phoneOf, requestPush } from '#tests/support/server/push.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { enter, type Person } from './steps.ts';

/** How long a push waits, in milliseconds. */
export const PERIOD = 60_000;

export const idOf = async (person: Pick<Person, 'browser' | 'userId'>): Promise<string> =>
  String((await requestPush(person.browser, person.userId)).json['pushId']);

/** The result of a poll, or the status that refuses it. */
export const look = async ({ browser }: Pick<Person, 'browser'>, pushId: string): Promise<unknown> => {
  const { status, json } = await checkPush(browser, pushId);
  return status === 200 ? json['check'] : status;
};

/** Lim at the screen, with a push on the phone. */
export async function pushed(server: TestServer | Promise<TestServer> = testServer()) {
  const running = await server;
  const lim = await enter(running, 'lim');
  const pushId = await idOf(lim);
  return { server: running, lim, pushId, phone: phoneOf(running, 'lim') };
}
