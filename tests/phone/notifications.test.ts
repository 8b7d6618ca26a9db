import { beforeEach, describe, expect, test, vi } from 'vitest';
import { idIn, saidFor } from '#phone/app/notified.ts';
import { notificationTexts } from '#phone/app/notifying-browser.ts';
import { loadTexts } from '#phone/app/texts.ts';
import { createPhoneClient } from '#phone/calls/client.ts';
import { bytesOfBase64url } from '#phone/keys/encoding.ts';
import {
  checkNotifications,
  enableNotifications,
  type NotifyingBrowser,
} from '#phone/ports/notifications.ts';
import { register } from '#phone/ports/register.ts';
import { askRequests } from '#phone/ports/requests.ts';
import type { StoredAccount } from '#phone/store/accounts.ts';
import type { NotificationStore } from '#phone/store/notifications.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { enter } from '#tests/server/methods/steps.ts';
import { requestPush } from '#tests/support/server/push.ts';
import { pushBrowser } from '#tests/support/server/push-service.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';

const ORIGIN = 'http://localhost:8080';
const DAY = 24 * 60 * 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

/** The push manager of a browser, which numbers its subscriptions. */
function manager() {
  let made = 0;
  let current: object | null = null;
  return {
    fails: false,
    async getSubscription() {
      return current;
    },
    async subscribe({ applicationServerKey }: { readonly applicationServerKey: Uint8Array<ArrayBuffer> }) {
      if (this.fails) throw new DOMException('no push service', 'AbortError');
      made += 1;
      const { subscription } = pushBrowser(`https://push.example/${made}`);
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

/** The app with the accounts of these people before the portal's own server. */
async function appOf(...people: readonly string[]) {
  const kept: StoredAccount[] = [];
  const accounts = {
    all: async () => kept,
    put: async (account: StoredAccount) => void kept.push(account),
    remove: async () => undefined,
    skewMs: async () => 0,
    keepSkew: async () => undefined,
  };
  const device = server.browser();
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    paths.push(`${init.method} ${url.pathname}`);
    return device.carry(new Request(url, { ...init, signal: null }));
  });
  const client = createPhoneClient({
    origin: ORIGIN,
    language: () => 'ko',
    skewMs: server.clock.now - Date.now(),
    keepSkew: () => undefined,
  });
  for (const userId of people) {
    const link = (await administrationOf(server.portal).issueProvisionLink(userId)) ?? '';
    await register(
      {
        client,
        accounts,
        origin: ORIGIN,
        userAgent: 'Android Chrome/156',
        deviceName: { own: async () => null },
        keepStorage: async () => true,
      },
      { link },
    );
  }
  const pushManager = manager();
  const state = { heardAt: 0, permission: 'granted' as NotificationPermission, now: 100 * DAY };
  const notifications: NotificationStore = {
    texts: async () => null,
    keepTexts: async () => undefined,
    heardAt: async () => state.heardAt,
    keepHeardAt: async (at) => {
      state.heardAt = at;
    },
  };
  const browser: NotifyingBrowser = {
    ability: 'full',
    permission: () => state.permission,
    ask: async () => {
      state.permission = 'granted';
      return 'granted';
    },
    manager: async () => pushManager as unknown as PushManager,
    now: () => state.now,
  };
  const deps = { client, accounts, notifications, browser };
  const check = (changes: Partial<NotifyingBrowser> = {}) =>
    checkNotifications({ ...deps, browser: { ...browser, ...changes } }, kept);
  const endpointOf = async (userId: string) =>
    (await server.portal.devices.pushSubscriptions.of(userId))?.subscription?.endpoint;
  const posts = () => paths.filter((path) => path === 'POST /device/subscription').length;
  return { deps, kept, state, pushManager, check, endpointOf, posts };
}

describe('a phone that may notify', () => {
  test('tells the portal of one subscription for each account, and again only after a change', async () => {
    const { check, endpointOf, posts } = await appOf('lim', 'yoon');
    expect(await check()).toBe('on');
    expect([await endpointOf('lim'), await endpointOf('yoon')]).toEqual([
      'https://push.example/1',
      'https://push.example/1',
    ]);
    expect([await check(), posts()]).toEqual(['on', 2]);
    await server.portal.devices.pushSubscriptions.replace('lim', null);
    expect([await check(), posts(), await endpointOf('lim')]).toEqual(['on', 3, 'https://push.example/1']);
  });

  test('makes another subscription after 30 days of silence, not before', async () => {
    const { check, endpointOf, state } = await appOf('lim');
    await check();
    state.now += 30 * DAY - 1;
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/1');
    state.now += 1;
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/2');
    expect(state.heardAt).toBe(state.now);
  });

  test('makes another subscription for another key of the portal', async () => {
    const { check, endpointOf, pushManager, state } = await appOf('lim');
    state.heardAt = state.now;
    await pushManager.subscribe({ applicationServerKey: bytesOfBase64url('AAAA') });
    await check();
    expect(await endpointOf('lim')).toBe('https://push.example/2');
  });

  test('says so when the browser gets no subscription; the portal asks to open the app then', async () => {
    const { check, pushManager } = await appOf('lim');
    pushManager.fails = true;
    expect(await check()).toBe('failed');
    const sent = await requestPush((await enter(server, 'lim')).browser, 'lim');
    expect(sent.json['notified']).toBe(false);
  });
});

test.each([
  ['default', {}, 'off'],
  ['denied', {}, 'blocked'],
  ['default', { ability: 'installFirst' }, 'installFirst'],
  ['default', { ability: 'none' }, 'none'],
] as const)('a phone that may not (%s, %o) tells the portal: %s', async (permission, changes, result) => {
  const { check, state } = await appOf('lim');
  state.permission = permission;
  expect(await check(changes)).toBe(result);
  const sent = await requestPush((await enter(server, 'lim')).browser, 'lim');
  expect(sent.json['notified']).toBe(false);
});

test('the person is asked, and then the phone is notified', async () => {
  const { deps, kept, state, endpointOf } = await appOf('lim');
  state.permission = 'default';
  expect(await enableNotifications(deps, kept)).toBe('on');
  expect(await endpointOf('lim')).toBe('https://push.example/1');
});

test('a notification says what waits in the language of the app, and nothing of what is over', async () => {
  const { deps } = await appOf('lim');
  await requestPush((await enter(server, 'lim')).browser, 'lim');
  const { request } = await askRequests(deps.client, deps.accounts, await deps.accounts.all());
  const ko = notificationTexts(await loadTexts('ko'), { name: { ko: '한빛', en: 'Hanbit' } });
  const en = notificationTexts(await loadTexts('en'), {});
  expect(ko.name).toBe('한빛');
  const said = await saidFor(deps, ko, request?.id ?? '');
  expect(said).toEqual({ title: request?.service, body: '로그인 요청이 왔어요. 눌러서 확인해 주세요.' });
  expect(JSON.stringify(said)).not.toContain('lim');
  expect(await saidFor(deps, en, 'over')).toEqual({
    title: 'Munjigi Authenticator',
    body: 'Open the app to see whether a request waits.',
  });
  expect(await saidFor(deps, null, request?.id ?? '')).toEqual({ title: 'Munjigi', body: '' });
  expect([{ id: 'a' }, { id: 1 }, null, 'a'].map(idIn)).toEqual(['a', '', '', '']);
});
