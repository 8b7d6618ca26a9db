import { beforeEach, describe, expect, test } from 'vitest';
import { notificationTexts } from '#phone/app/browser-notifications.ts';
import { notificationContent, pushIdOf } from '#phone/app/notification-content.ts';
import { loadTexts } from '#phone/app/texts.ts';
import { bytesOfBase64url } from '#phone/keys/encoding.ts';
import {
  type BrowserNotifications,
  checkNotifications,
  enableNotifications,
} from '#phone/ports/notifications.ts';
import { register } from '#phone/ports/register.ts';
import { fetchRequests } from '#phone/ports/requests.ts';
import type { NotificationStore } from '#phone/store/notifications.ts';
import { enter } from '#tests/server/methods/steps.ts';
import { requestPush } from '#tests/support/server/push.ts';
import { createPushBrowser } from '#tests/support/server/push-service.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { connectedApp, linkTo } from './connected-app.ts';

const DAY = 24 * 60 * 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

/** The push manager of a browser, which numbers its subscriptions. */
function createPushManager() {
  let subscriptionCount = 0;
  let current: object | null = null;
  return {
    fails: false,
    async getSubscription() {
      return current;
    },
    async subscribe({ applicationServerKey }: { readonly applicationServerKey: Uint8Array<ArrayBuffer> }) {
      if (this.fails) throw new DOMException('no push service', 'AbortError');
      subscriptionCount += 1;
      const { subscription } = createPushBrowser(`https://push.example/${subscriptionCount}`);
      const { buffer } = new Uint8Array(applicationServerKey);
      current = {
        ...subscription,
        options: { applicationServerKey: buffer },
        toJSON: () => subscription,
        unsubscribe: async () => {
          current = null;
        },
      };
      return current;
    },
  };
}

/** The app with the accounts of these people, connected to the test server. */
async function appOf(...people: readonly string[]) {
  const { deps: registrationDeps, stored, requests } = connectedApp(server);
  const { client, accounts } = registrationDeps;
  for (const userId of people) await register(registrationDeps, { link: await linkTo(server, userId) });
  const pushManager = createPushManager();
  const state = { lastNotifiedAt: 0, permission: 'granted' as NotificationPermission, now: 100 * DAY };
  const notifications: NotificationStore = {
    texts: async () => null,
    saveTexts: async () => undefined,
    lastNotifiedAt: async () => state.lastNotifiedAt,
    saveLastNotifiedAt: async (at) => {
      state.lastNotifiedAt = at;
    },
  };
  const browser: BrowserNotifications = {
    support: 'full',
    permission: () => state.permission,
    requestPermission: async () => {
      state.permission = 'granted';
      return 'granted';
    },
    pushManager: async () => pushManager as unknown as PushManager,
    now: () => state.now,
  };
  const deps = { client, accounts, notifications, browser };
  const check = (changes: Partial<BrowserNotifications> = {}) =>
    checkNotifications({ ...deps, browser: { ...browser, ...changes } }, stored);
  const endpointOf = async (userId: string) =>
    (await server.portal.devices.pushSubscriptions.of(userId))?.subscription?.endpoint;
  const postCount = () => requests.filter((line) => line === 'POST /device/subscription').length;
  return { deps, stored, state, pushManager, check, endpointOf, postCount };
}

describe('a phone with the permission', () => {
  test('sends its subscription for each account, and again only after a change', async () => {
    const { check, endpointOf, postCount } = await appOf('lim', 'yoon');
    expect(await check()).toBe('on');
    expect([await endpointOf('lim'), await endpointOf('yoon')]).toEqual([
      'https://push.example/1',
      'https://push.example/1',
    ]);
    expect([await check(), postCount()]).toEqual(['on', 2]);
    await server.portal.devices.pushSubscriptions.replace('lim', null);
    expect([await check(), postCount(), await endpointOf('lim')]).toEqual([
      'on',
      3,
      'https://push.example/1',
    ]);
  });

  test('renews the subscription after 30 days without a notification', async () => {
    const { check, endpointOf, state } = await appOf('lim');
    await check();
    state.now += 30 * DAY - 1;
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/1');
    state.now += 1;
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/2');
    expect(state.lastNotifiedAt).toBe(state.now);
  });

  test('renews the subscription when the portal has another key', async () => {
    const { check, endpointOf, pushManager, state } = await appOf('lim');
    state.lastNotifiedAt = state.now;
    await pushManager.subscribe({ applicationServerKey: bytesOfBase64url('AAAA') });
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/2');
  });

  test('reports that the browser got no subscription, and the portal then notifies nobody', async () => {
    const { check, pushManager } = await appOf('lim');
    pushManager.fails = true;
    expect(await check()).toBe('failed');
    const push = await requestPush((await enter(server, 'lim')).browser, 'lim');
    expect(push.json['notified']).toBe(false);
  });
});

test.each([
  ['default', {}, 'off'],
  ['denied', {}, 'blocked'],
  ['default', { support: 'installFirst' }, 'installFirst'],
  ['default', { support: 'none' }, 'none'],
] as const)(
  'without the permission (%s, %o) the state is %s, and the portal sends nothing',
  async (permission, changes, result) => {
    const { check, state } = await appOf('lim');
    state.permission = permission;
    expect(await check(changes)).toBe(result);
    const push = await requestPush((await enter(server, 'lim')).browser, 'lim');
    expect(push.json['notified']).toBe(false);
  },
);

test('the app subscribes after the person has given the permission', async () => {
  const { deps, stored, state, endpointOf } = await appOf('lim');
  state.permission = 'default';
  expect(await enableNotifications(deps, stored)).toBe('on');
  expect(await endpointOf('lim')).toBe('https://push.example/1');
});

test('a notification describes an open request in the language of the app, without the person', async () => {
  const { deps } = await appOf('lim');
  await requestPush((await enter(server, 'lim')).browser, 'lim');
  const { request } = await fetchRequests(deps.client, deps.accounts, await deps.accounts.all());
  const ko = notificationTexts(await loadTexts('ko'), { name: { ko: '한빛', en: 'Hanbit' } });
  const en = notificationTexts(await loadTexts('en'), {});
  expect(ko.name).toBe('한빛');
  const content = await notificationContent(deps, ko, request?.id ?? '');
  expect(content).toEqual({ title: request?.service, body: '로그인 요청이 왔어요. 눌러서 확인해 주세요.' });
  expect(JSON.stringify(content)).not.toContain('lim');
  expect(await notificationContent(deps, en, 'ended')).toEqual({
    title: 'Munjigi Authenticator',
    body: 'Open the app to see whether a request waits.',
  });
  expect(await notificationContent(deps, null, request?.id ?? '')).toEqual({ title: 'Munjigi', body: '' });
  expect([{ id: 'a' }, { id: 1 }, null, 'a'].map(pushIdOf)).toEqual(['a', '', '', '']);
});
