import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { webPushSender } from '#server/login/push/web-push/send.ts';
import { vapidKey } from '#server/login/push/web-push/vapid.ts';
import { enter } from '#tests/server/methods/steps.ts';
import { appKey } from '#tests/support/server/app-key.ts';
import { issueAppLink, registerApp } from '#tests/support/server/app-registration.ts';
import { type PhonePush, requestPush } from '#tests/support/server/push.ts';
import { createPushBrowser, startPushService } from '#tests/support/server/push-service.ts';
import { testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const PATH = '/device/subscription';

let service: Awaited<ReturnType<typeof startPushService>>;

beforeEach(async () => {
  service = await startPushService();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(() => service.close());

/** A server where lim's phone has the web app. `gateway: false`: no push gateway is configured. */
async function setUp({ gateway = true } = {}) {
  const server = await testServer(
    { push: { services: [service.origin] } },
    undefined,
    gateway ? {} : { push: null },
  );
  const app = server.browser();
  const key = appKey();
  const { link } = await issueAppLink(server, 'lim');
  await registerApp(app, link, { key: undefined, publicKey: key.jwk });
  const call = (method: string, path: string, body?: object) =>
    key.call(app, method, path, server.clock.now, body);
  const browser = createPushBrowser(`${service.origin}/send/1`);
  const storedEndpoint = async () => (await call('GET', PATH)).json['endpoint'];
  const push = async () => (await requestPush((await enter(server, 'lim')).browser, 'lim')).json;
  const pendingPushes = async () =>
    (await call('GET', '/device/pushes')).json['pushes'] as readonly PhonePush[];
  return {
    server,
    call,
    browser,
    storedEndpoint,
    push,
    pendingPushes,
    subscribe: (subscription: unknown) => call('POST', PATH, { subscription }),
  };
}

const test = testWithSetup(setUp);

test('a notification to the phone contains only the ID of the push', async () => {
  const { server, browser, subscribe, push, pendingPushes, storedEndpoint, call } = await setUp();
  expect((await subscribe(browser.subscription)).status).toBe(200);
  expect(await storedEndpoint()).toBe(browser.subscription.endpoint);
  const answer = await push();
  expect(answer).not.toHaveProperty('notified');
  const [message] = service.received;
  const [pending] = await pendingPushes();
  expect(JSON.parse(browser.decrypt(message?.body ?? Buffer.alloc(0)))).toEqual({ id: pending?.id });
  const { applicationServerKey } = (await call('GET', PATH)).json;
  expect(message).toMatchObject({
    path: '/send/1',
    headers: { ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' },
  });
  expect(message?.headers.authorization).toContain(`k=${applicationServerKey}`);
  expect(server.outbox.list({ channel: 'push' })).toEqual([]);
});

const BOTH_NOTIFIED = [true, true];
const NONE_NOTIFIED = [false, false];

describe('an answer of a push service', () => {
  test.for<
    readonly [
      title: string,
      plan: { status?: number; headers?: Record<string, string> },
      notified: boolean[],
      isStored: boolean,
      messageCount: number,
    ]
  >([
    ['201: the phone is notified', { status: 201 }, BOTH_NOTIFIED, true, 2],
    ['404: the subscription is removed', { status: 404 }, NONE_NOTIFIED, false, 1],
    ['410: the subscription is removed', { status: 410 }, NONE_NOTIFIED, false, 1],
    ['413: the next push is tried', { status: 413 }, NONE_NOTIFIED, true, 2],
    [
      '429: nothing is sent until the time in Retry-After',
      { status: 429, headers: { 'Retry-After': '120' } },
      NONE_NOTIFIED,
      true,
      1,
    ],
    ['503: the next push is tried', { status: 503 }, NONE_NOTIFIED, true, 2],
    [
      'a redirect: it is not followed',
      { status: 302, headers: { Location: '/send/2' } },
      NONE_NOTIFIED,
      true,
      2,
    ],
  ])('%s', async ([, plan, notified, isStored, messageCount]) => {
    const { server, browser, subscribe, push, storedEndpoint, pendingPushes } = await setUp();
    await subscribe(browser.subscription);
    Object.assign(service.plan, plan);
    const results: boolean[] = [];
    for (const waitMs of [0, 61_000]) {
      server.wait(waitMs);
      const answer = await push();
      results.push(answer['notified'] !== false);
      expect(await pendingPushes()).toHaveLength(1);
    }
    expect(results).toEqual(notified);
    expect((await storedEndpoint()) !== null).toBe(isStored);
    expect(service.received).toHaveLength(messageCount);
    expect(new Set(service.received.map(({ path }) => path))).toEqual(new Set(['/send/1']));
  });

  test('429: the phone is notified again after the time in Retry-After', async () => {
    const { server, browser, subscribe, push } = await setUp();
    await subscribe(browser.subscription);
    Object.assign(service.plan, { status: 429, headers: { 'Retry-After': '90' } });
    expect((await push())['notified']).toBe(false);
    Object.assign(service.plan, { status: 201 });
    server.wait(91_000);
    expect((await push())['notified']).toBeUndefined();
  });

  test.for([
    ['no answer in time', (origin: string) => origin, 'no answer in time', 50],
    ['no connection, since no service listens', () => 'http://127.0.0.1:1', 'Error ECONNREFUSED', 5000],
    [
      'no connection, since the name resolves to this machine',
      () => 'https://localhost',
      'Error EPRIVATE',
      5000,
    ],
  ] as const)(
    '%s: the result is an outage with its reason',
    async ([, originOf, reason, timeoutMs], { setup: { server } }) => {
      const origin = originOf(service.origin);
      service.plan.isSilent = true;
      const send = webPushSender({
        key: () => vapidKey(server.db),
        contact: 'mailto:a@b.example',
        lifetimeSeconds: 60,
        trustedOrigins: [service.origin, 'http://127.0.0.1:1'],
        now: server.portal.now,
        random: randomBytes,
        timeoutMs,
      });
      const answer = await send(createPushBrowser(`${origin}/send/1`).subscription, '{}');
      expect(answer).toEqual({ result: 'outage', reason });
    },
  );
});

test('an app that declines notifications can be sent pushes without a gateway', async () => {
  const { subscribe, push, pendingPushes } = await setUp({ gateway: false });
  expect(await push()).toMatchObject({ errCode: '012' });
  await subscribe(null);
  expect(await push()).toMatchObject({ notified: false });
  expect(await pendingPushes()).toHaveLength(1);
});

test('a new app does not have the subscription of the former one', async ({
  setup: { server, browser, subscribe },
}) => {
  await subscribe(browser.subscription);
  const { pushSubscriptions, mobileApps } = server.portal.devices;
  const app = {
    uuid: 'other',
    os: 'iOS',
    appVersion: '1',
    deviceName: 'iPhone',
    digits: 6,
    period: 30,
    offline: false,
  };
  await server.portal.transaction(() => mobileApps.replace('lim', app));
  expect(await pushSubscriptions.of('lim')).toBeNull();
});

test.for([
  ['a private address', { endpoint: 'https://10.0.0.1/send' }],
  ['an address without https', { endpoint: 'http://push.example/send' }],
  ['an invalid key', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
] as const)(
  'a subscription with %s is refused',
  async ([, changes], { setup: { browser, subscribe, storedEndpoint } }) => {
    expect((await subscribe({ ...browser.subscription, ...changes })).status).toBe(400);
    expect(await storedEndpoint()).toBeNull();
  },
);
