import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import type { Browser, CallAnswer } from './browser.ts';
import type { TestServer } from './server.ts';
import { bearer, CLIENT_ID } from './steps.ts';

/** A push as the phone receives it. */
export type PhonePush = { readonly id: string; readonly choices: readonly string[] };

export const requestPush = (
  browser: Browser,
  userId: string,
  { clientId = CLIENT_ID, headers = {}, body = {} } = {},
): Promise<CallAnswer> =>
  browser.call('POST', `/mobileapp/push/${userId}?clientId=${clientId}&ip=203.0.113.7`, {
    body: { userId, clientId, content: 'Sign-in', ...body },
    headers,
  });

export const checkPush = (browser: Browser, pushId: string, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${clientId}`);

export const withdrawPush = (browser: Browser, pushId: string, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('DELETE', `/data/sso/mobileapp/push/${pushId}?clientId=${clientId}`, {
    headers: { 'Content-Type': null },
  });

/** The phone of a person. Its app has a key and no cookies. */
export function phoneOf({ browser }: TestServer, userId: 'lee' | 'lim' | 'pyo', key?: string) {
  const app = browser();
  const headers = bearer(key ?? SEEDED_DEVICES[userId].mobileApp.key);
  const answer = (id: string, decision: 'approve' | 'deny', body: object): Promise<CallAnswer> =>
    app.call('POST', `/device/pushes/${id}/${decision}`, { headers, body });
  const phone = {
    /** Fetches the waiting pushes, and returns the response. */
    list: (): Promise<CallAnswer> => app.call('GET', '/device/pushes', { headers }),
    /** Fetches the waiting pushes. */
    async pushes(): Promise<readonly PhonePush[]> {
      return (await phone.list()).json['pushes'] as PhonePush[];
    },
    approve: (id: string, choice: string) => answer(id, 'approve', { choice }),
    rename: (name: string): Promise<CallAnswer> =>
      app.call('POST', '/device/name', { headers, body: { name } }),
    deny: (id: string) => answer(id, 'deny', {}),
    /** Approves the push with the group of characters that the screen shows. */
    async approveShown(pushId: string): Promise<CallAnswer> {
      const [push] = await phone.pushes();
      const choice = push?.choices.find((group) => groupsOf(pushId).includes(group)) ?? 'none';
      return phone.approve(push?.id ?? 'none', choice);
    },
  };
  return phone;
}

/** The groups of characters of a push ID, which the screen shows. */
export const groupsOf = (pushId: string): readonly string[] => pushId.match(/.{4}/g) ?? [];
