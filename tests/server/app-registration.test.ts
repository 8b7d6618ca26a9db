import { generateKeyPairSync } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { encryptForPortal } from '#lab/phone/encrypt.ts';
import { publicJwk, thumbprintOf } from '#server/login/device/key.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { appKey } from '#tests/support/server/app-key.ts';
import {
  checkProvision,
  issueAppLink,
  newApp,
  postRegistration,
  registerApp,
} from '#tests/support/server/app-registration.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeNow } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn } from './methods/steps.ts';

const MINUTE = 60_000;
const NEW_APP = newApp();
const KEY = appKey();
const KEY_OF_HONG = appKey();

/** The `data` of a link with some of its values changed. */
const changeData = (data: string, change: object): string =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(data, 'base64url').toString()), ...change }),
  ).toString('base64url');

async function setUp(file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer(file);
  const issue = (userId: string) => issueAppLink(server, userId);
  return { ...server, server, issue, app: server.browser() };
}

const test = testWithSetup(setUp);

test('an app registers with its link, which works once', async () => {
  const { app, issue, portal, browser } = await setUp();
  const { ak, link } = await issue('yoon');
  const { status, json, headers } = await registerApp(app, link);
  expect([status, json]).toEqual([200, { status: 200, userId: 'yoon' }]);
  expect(headers.getSetCookie()).toEqual([]);
  expect(await portal.devices.mobileApps.of('yoon')).toMatchObject({
    deviceName: 'Galaxy S27',
    secret: NEW_APP.secret,
    hasKey: true,
    isOffline: false,
  });
  expect(errCodeOrStatus(await checkProvision(browser(), ak))).toBe('urlUsed');
  expect(errCodeOrStatus(await registerApp(app, link, { key: 'L'.repeat(43) }))).toBe('urlUsed');
  expect(await portal.devices.mobileApps.findByKey(NEW_APP.key)).toMatchObject({ userId: 'yoon' });
});

test('the policy check reports the new app, and only codes of its secret sign in', async () => {
  const { app, issue, server, clock } = await setUp();
  const { link } = await issue('lee');
  await registerApp(app, link);
  const lee = await enter(server, 'lee');
  const { json } = await checkPolicy(lee.browser, 'lee');
  expect(json['userToken']).toMatchObject({ mobileApp: { deviceName: 'Ga*****S27' } });
  const formerCode = codeNow(SEEDED_DEVICES.lee.mobileApp.secret, clock.now);
  expect(errCodeOrStatus(await logIn(lee, '9', formerCode))).toBe('005_1');
  expect((await logIn(lee, '9', codeNow(NEW_APP.secret, clock.now))).status).toBe(200);
});

test('pushes go to the new app, and the key of the former app is unknown', async ({
  setup: { app, issue, server },
}) => {
  const { link } = await issue('lim');
  await registerApp(app, link);
  const lim = await enter(server, 'lim');
  expect((await requestPush(lim.browser, 'lim')).status).toBe(200);
  expect(errCodeOrStatus(await phoneOf(server, 'lim').list())).toBe('unknownDevice');
  expect(await phoneOf(server, 'lim', NEW_APP.key).pushes()).toHaveLength(1);
});

describe('the registration of an app is refused, and its link stays valid, with', () => {
  test.for([
    ['data of another person', { userId: 'kim' }],
    ['data with another expiry', { expiresAt: 9_999_999_999_999 }],
    ['data with an additional field', { role: 'administrator' }],
    ['data with an invented ak', { ak: 'invented' }],
  ] as const)('%s', async ([, change], { setup: { app, issue, portal } }) => {
    const { ak, link } = await issue('yoon');
    const changedLink = { ...link, data: changeData(link.data, change) };
    expect(errCodeOrStatus(await registerApp(app, changedLink))).toBe('urlInvalid');
    expect(await portal.devices.mobileApps.of('yoon')).toBeNull();
    expect(await portal.devices.mobileApps.of('kim')).toBeNull();
    expect((await portal.provisionLinks.find(ak)).state).toBe('open');
  });

  test.for([
    ['a secret that is not base32', { secret: 'not base32' }],
    ['a short secret', { secret: 'GEZDGNBV' }],
    ['a short key', { key: 'short' }],
    ['no key', { key: undefined }],
    ['two keys', { publicKey: KEY.jwk }],
    ['a private key', { key: undefined, publicKey: KEY.privateJwk }],
    ['a key off its curve', { key: undefined, publicKey: { ...KEY.jwk, y: 'A'.repeat(43) } }],
    ['the public key of another app', { key: undefined, publicKey: KEY_OF_HONG.jwk }],
    ['no name', { deviceName: ' ' }],
    ['a long name', { deviceName: 'x'.repeat(101) }],
    ['an unexpected field', { userId: 'kim' }],
    ['the key of another app', { key: SEEDED_DEVICES.lim.mobileApp.key.padEnd(43, '0') }],
  ] as const)('%s', async ([, values], { setup: { app, issue, portal } }) => {
    const publicKey = {
      jwk: JSON.stringify(KEY_OF_HONG.jwk),
      thumbprint: thumbprintOf(v.parse(publicJwk, KEY_OF_HONG.jwk)),
    };
    await portal.devices.mobileApps.replace('hong', {
      ...newApp(),
      publicKey,
      key: SEEDED_DEVICES.lim.mobileApp.key.padEnd(43, '0'),
      digits: 6,
      period: 30,
      offline: false,
    });
    const { ak, link } = await issue('yoon');
    expect(errCodeOrStatus(await registerApp(app, link, values))).toBe('malformed');
    expect(await portal.devices.mobileApps.of('yoon')).toBeNull();
    expect((await portal.provisionLinks.find(ak)).state).toBe('open');
  });

  test('a payload that was altered or is not encrypted for this portal', async () => {
    const { app, issue, portal } = await setUp();
    const { ak, link } = await issue('yoon');
    const value = { data: link.data, ...NEW_APP };
    const encrypted = encryptForPortal(link.publicKey, value);
    const [header = '', key = '', iv = '', text = '', tag = ''] = encrypted.split('.');
    const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      format: 'jwk',
    });
    const directHeader = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
    const invalidRegistrations = [
      encryptForPortal({ modulus: n, exponent: e }, value),
      [header, key, iv, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`, tag].join('.'),
      [header, key, iv, text, tag.slice(0, 8)].join('.'),
      [directHeader, key, iv, text, tag].join('.'),
      [header, '', iv, text, tag].join('.'),
      encryptForPortal(link.publicKey, 'no object'),
      JSON.stringify(value),
      '',
      7,
    ];
    for (const registration of invalidRegistrations) {
      expect(errCodeOrStatus(await postRegistration(app, registration))).toBe('malformed');
    }
    expect((await portal.provisionLinks.find(ak)).state).toBe('open');
    expect((await postRegistration(app, encrypted)).status).toBe(200);
  });

  test.for([
    ['a full licence', 'kang', '013_1'],
    ['an expired licence', 'kwon', '013'],
    ['a disabled account', 'jung', '002'],
  ] as const)('%s', async ([, userId, errCode], { setup: { app, issue, portal } }) => {
    const { ak, link } = await issue(userId);
    expect(errCodeOrStatus(await registerApp(app, link))).toBe(errCode);
    expect((await portal.provisionLinks.find(ak)).state).toBe('open');
  });
});

test('an expired or replaced link registers nothing', async ({ setup: { app, issue, portal, wait } }) => {
  const oldLink = await issue('yoon');
  const { link } = await issue('yoon');
  expect(errCodeOrStatus(await registerApp(app, oldLink.link))).toBe('urlUsed');
  wait(5 * MINUTE);
  expect(errCodeOrStatus(await registerApp(app, link))).toBe('urlExpired');
  expect(await portal.devices.mobileApps.of('yoon')).toBeNull();
});

test('of many concurrent registrations by one link, one is accepted', async ({
  setup: { browser, issue, portal },
}) => {
  const { link } = await issue('yoon');
  const keys = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index).repeat(43));
  const answers = await Promise.all(keys.map((key) => registerApp(browser(), link, { key })));
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, ...Array<string>(19).fill('urlUsed')]);
  const apps = await Promise.all(keys.map((key) => portal.devices.mobileApps.findByKey(key)));
  const registeredKeys = keys.filter((_, index) => apps[index]?.userId === 'yoon');
  expect(registeredKeys).toEqual([keys[answers.findIndex(({ status }) => status === 200)]]);
});

test('a full licence allows replacing a phone, but not adding one', async () => {
  const { app, issue } = await setUp({ licenses: [{ id: 'one', users: ['lim', 'yoon'], mobileApps: 1 }] });
  expect((await registerApp(app, (await issue('lim')).link)).status).toBe(200);
  expect(errCodeOrStatus(await registerApp(app, (await issue('yoon')).link, { key: 'M'.repeat(43) }))).toBe(
    '013_1',
  );
});

test('a registration from another origin or without a language is refused, and one without an origin is accepted', async ({
  setup: { app, issue },
}) => {
  const { link } = await issue('yoon');
  const body = { registration: encryptForPortal(link.publicKey, { data: link.data, ...NEW_APP }) };
  const from = (headers: Readonly<Record<string, string | null>>) =>
    app.call('POST', '/device/apps', { body, headers });
  expect(errCodeOrStatus(await from({ Origin: 'https://evil.example' }))).toBe('foreignOrigin');
  expect(errCodeOrStatus(await from({ 'X-Language': null }))).toBe('noLanguage');
  expect((await from({ Origin: null })).status).toBe(200);
});

test('the log contains neither the ak nor the data of a link, and the database not the key of the app', async ({
  setup: { app, issue, logged, db },
}) => {
  const { ak, link } = await issue('yoon');
  await registerApp(app, link);
  const rows = JSON.stringify(await db.prepare('SELECT * FROM mobile_apps').all());
  expect(rows).not.toContain(NEW_APP.key);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${ak}|${link.data}`));
});
