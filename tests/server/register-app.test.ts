import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readAppLink } from '#lab/phone/app-link.ts';
import { qrCodeText } from '#server/login/provision/app-link.ts';
import { offlineSecret } from '#server/login/provision/offline.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { drawQrCode } from '#src/views/qr/draw.ts';
import { checkProvision, fetchAppLink, newApp, registerApp } from '#tests/support/server/app-registration.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { PUBLIC_URL, testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt, codeNow, codeOtherThan } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

const SECOND = 1_000;
const CLIENT_KEY = 'AB12CD34EF56GH78';

const generateAk = ({ call, userId }: Registration) =>
  call('GET', `/data/portal/mobileapp/provision/generation/${userId}`);

const sendLink = (
  { call, userId }: Registration,
  ak: unknown,
  tenant = 'demo-oidc',
  clientId = 'demo-oidc',
) => call('POST', `/noti/mobileapp/provision/link/${tenant}`, { body: { userId, ak, clientId } });

const poll = async ({ call, userId }: Registration) =>
  (await call('GET', `/data/portal/mobileapp/provision?userId=${userId}&time=1`)).json['result'];

const createQr = ({ call, userId }: Registration) =>
  call('POST', '/data/portal/mobileapp/provision/qr', { body: { userId, ipAddress: '' } });

/** The requests for the app link of a code: by the page, which gets the text of the QR code, and by the phone. */
const appLinkOf = (authCode: unknown) => {
  const path = `/data/portal/mobileapp/provision/schema?authCode=${authCode}`;
  return {
    page: async ({ call }: Registration) => call('GET', path),
    phone: async (browser: Browser) => browser.call('GET', path),
  };
};

const OFFLINE_PATH = '/data/portal/mobileapp/provision/offline';

const sendKey = ({ call, userId }: Registration, clientKey = CLIENT_KEY) =>
  call('POST', `${OFFLINE_PATH}/code`, { body: { userId, clientKey } });
const requestAk = ({ call, userId }: Registration) => call('GET', `${OFFLINE_PATH}/code/${userId}`);
const requestOtp = ({ call, userId }: Registration) => call('GET', `${OFFLINE_PATH}/otp/${userId}`);
const endOffline = ({ call, userId }: Registration, osType = 'android') =>
  call('POST', OFFLINE_PATH, { body: { userId, osType } });

/** The contents of an app link. */
const linkIn = (text: unknown) => {
  const link = readAppLink({ appScheme: 'cubelogin', portalUrl: PUBLIC_URL }, String(text));
  if (!link) throw new Error(`No app link: ${text}`);
  const { data, modulus, exponent } = link;
  return { data, publicKey: { modulus, exponent } };
};

/** The ak in the text of a QR code. */
const akIn = (qrText: unknown): string =>
  new URLSearchParams(new URL(String(qrText)).hash.slice(1)).get('ak') ?? '';

async function setUp(userId = 'noh', file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer(file);
  return { server, person: await openRegistration(server, userId), app: server.browser() };
}

const akInSms = ({ outbox }: Awaited<ReturnType<typeof testServer>>, userId: string): string =>
  /ak=([\w-]+)/.exec(outbox.list({ userId, channel: 'sms' }).at(-1)?.text ?? '')?.[1] ?? '';

const test = testWithSetup(setUp);

test('by SMS: the link reaches the phone, and the poll reports the registration', async () => {
  const { server, person, app } = await setUp();
  const { ak } = (await generateAk(person)).json;
  expect(await poll(person)).toBe(false);
  expect((await sendLink(person, ak)).json).toEqual({ status: 200 });
  expect(akInSms(server, 'noh')).toBe(ak);
  expect(await poll(person)).toBe(false);
  await registerApp(app, await fetchAppLink(app, String(ak)));
  expect(await poll(person)).toBe(true);
  const noh = await enter(server, 'noh');
  expect((await logIn(noh, '9', codeNow(newApp().secret, server.clock.now))).status).toBe(200);
});

test('the poll does not report an app that was registered earlier', async () => {
  const { person } = await setUp('lee');
  expect(await poll(person)).toBe(false);
  await generateAk(person);
  expect(await poll(person)).toBe(false);
});

test('the link is valid for 300 s after it is sent', async ({ setup: { server, person, app } }) => {
  const { ak } = (await generateAk(person)).json;
  server.wait(100 * SECOND);
  await sendLink(person, ak);
  server.wait(299 * SECOND);
  expect((await registerApp(app, await fetchAppLink(app, String(ak)))).status).toBe(200);
});

test('an expired or used link, or that of another person, is not sent', async ({
  setup: { server, person, app },
}) => {
  const lee = await openRegistration(server, 'lee');
  const { ak: akOfLee } = (await generateAk(lee)).json;
  expect(errCodeOrStatus(await sendLink(person, akOfLee))).toBe('urlInvalid');
  expect(errCodeOrStatus(await sendLink(person, 'invented'))).toBe('urlInvalid');
  const { ak: old } = (await generateAk(person)).json;
  const { ak } = (await generateAk(person)).json;
  expect(errCodeOrStatus(await sendLink(person, old))).toBe('urlUsed');
  expect(errCodeOrStatus(await sendLink(person, ak, 'other'))).toBe('malformed');
  expect(errCodeOrStatus(await sendLink(person, ak, 'demo-oidc', 'demo-saml'))).toBe('malformed');
  await registerApp(app, await fetchAppLink(app, String(ak)));
  expect(errCodeOrStatus(await sendLink(person, ak))).toBe('urlUsed');
  const { ak: expiredAk } = (await generateAk(lee)).json;
  server.wait(300 * SECOND);
  expect(errCodeOrStatus(await sendLink(lee, expiredAk))).toBe('urlExpired');
});

test('a failing gateway is reported, and the send is not counted', async () => {
  const failing = { deliver: () => Promise.reject(new Error('down')) };
  const server = await testServer({ limits: { sends: { perSession: 2 } } });
  const person = await openRegistration(server, 'noh');
  const { deliver } = server.outbox;
  const { ak } = (await generateAk(person)).json;
  server.outbox.deliver = failing.deliver;
  for (let tried = 0; tried < 3; tried++) {
    expect(statusAndErrCode(await sendLink(person, ak))).toEqual([500, '012_1']);
  }
  server.outbox.deliver = deliver;
  expect((await sendLink(person, ak)).status).toBe(200);
  expect(errCodeOrStatus(await sendLink(person, ak))).toBe('tooManySends');
});

test('by QR code: the phone scans the code and registers', async ({ setup: { server, person, app } }) => {
  const { authCode, otp } = (await createQr(person)).json;
  expect([String(authCode), String(otp)]).toEqual([
    expect.stringMatching(/^\d{16}$/),
    expect.stringMatching(/^\d{6}$/),
  ]);
  const qrText = (await appLinkOf(authCode).page(person)).json['schema'];
  expect((await appLinkOf(authCode).page(person)).json['schema']).toBe(qrText);
  expect(qrText).toBe(qrCodeText(server.portal, akIn(qrText)));
  expect(akIn(qrText)).toMatch(/^[\w-]{22}$/);
  server.wait(29 * SECOND);
  expect((await registerApp(app, await fetchAppLink(app, akIn(qrText)))).status).toBe(200);
  expect(await poll(person)).toBe(true);
  expect(errCodeOrStatus(await appLinkOf(authCode).phone(app))).toBe('urlUsed');
});

test('the QR code is valid for 30 s, the typed digits for 300 s', async ({
  setup: { server, person, app },
}) => {
  const { authCode, otp } = (await createQr(person)).json;
  const qrText = (await appLinkOf(authCode).page(person)).json['schema'];
  const scanned = await fetchAppLink(app, akIn(qrText));
  server.wait(30 * SECOND);
  expect(errCodeOrStatus(await registerApp(app, scanned))).toBe('urlExpired');
  expect(errCodeOrStatus(await checkProvision(app, akIn(qrText)))).toBe('urlExpired');
  expect(errCodeOrStatus(await appLinkOf(authCode).page(person))).toBe('urlExpired');
  server.wait(269 * SECOND);
  const typed = (await appLinkOf(authCode).phone(app)).json['schema'];
  expect((await registerApp(app, linkIn(typed), { otp })).status).toBe(200);
  expect(await poll(person)).toBe(true);
});

test('typed digits need the six-digit check, and five wrong ones end the code', async () => {
  const { person, app } = await setUp();
  const { authCode, otp } = (await createQr(person)).json;
  const link = linkIn((await appLinkOf(authCode).phone(app)).json['schema']);
  const wrongOtp = codeOtherThan(String(otp));
  expect(errCodeOrStatus(await registerApp(app, link))).toBe('005_1');
  const answers = [];
  for (let tried = 0; tried < 4; tried++)
    answers.push(errCodeOrStatus(await registerApp(app, link, { otp: wrongOtp })));
  expect(answers).toEqual(Array(4).fill('005_1'));
  expect(errCodeOrStatus(await registerApp(app, link, { otp }))).toBe('urlUsed');
  expect(await poll(person)).toBe(false);
});

test('a new code ends the old one, and guesses are limited', async ({ setup: { server, person, app } }) => {
  const { authCode: old } = (await createQr(person)).json;
  await createQr(person);
  expect(errCodeOrStatus(await appLinkOf(old).phone(app))).toBe('urlUsed');
  expect(errCodeOrStatus(await appLinkOf('1'.repeat(16)).phone(app))).toBe('urlInvalid');
  expect(errCodeOrStatus(await appLinkOf('../x').phone(app))).toBe('urlInvalid');
  const { failuresPerMinute } = server.portal.config.limits;
  for (let tried = 0; tried < failuresPerMinute; tried++) await appLinkOf('1'.repeat(16)).phone(app);
  expect((await appLinkOf('1'.repeat(16)).phone(app)).status).toBe(429);
});

test('of three phones that scan one QR code one is registered', async ({
  setup: { server, person, app },
}) => {
  const { authCode } = (await createQr(person)).json;
  const link = await fetchAppLink(app, akIn((await appLinkOf(authCode).page(person)).json['schema']));
  const keys = ['A', 'B', 'C'].map((letter) => letter.repeat(43));
  const answers = await Promise.all(keys.map((key) => registerApp(server.browser(), link, { key })));
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'urlUsed', 'urlUsed']);
});

test('offline: both sides derive one secret from two keys, and its codes sign in', async () => {
  const { server, person } = await setUp();
  expect((await sendKey(person)).json).toEqual({ status: 200 });
  const { ak } = (await requestAk(person)).json;
  expect(String(ak)).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  const secret = offlineSecret(CLIENT_KEY, String(ak));
  expect((await requestOtp(person)).json['otp']).toBe(codeAt(secret, 2 ** 32));
  expect((await requestAk(person)).json['ak']).toBe(ak);
  expect((await endOffline(person, 'ios')).status).toBe(200);
  expect(await server.portal.devices.mobileApps.of('noh')).toMatchObject({
    os: 'iOS',
    isOffline: true,
    hasKey: false,
  });
  const noh = await enter(server, 'noh');
  expect((await logIn(noh, '9', codeNow(secret, server.clock.now))).status).toBe(200);
});

test('offline: nothing is registered out of order, too late, twice or with a bad key', async () => {
  const { server, person } = await setUp();
  for (const step of [requestAk, requestOtp, endOffline])
    expect(errCodeOrStatus(await step(person))).toBe('offlineExpired');
  for (const key of ['', 'AB12', 'ab12cd34ef56gh78', 'AB12CD34EF56GH7!', `${CLIENT_KEY}A`]) {
    expect(errCodeOrStatus(await sendKey(person, key))).toBe('clientKey');
  }
  await sendKey(person);
  expect(errCodeOrStatus(await endOffline(person, 'windows'))).toBe('malformed');
  server.wait(300 * SECOND);
  expect(errCodeOrStatus(await endOffline(person))).toBe('offlineExpired');
  expect(await server.portal.devices.mobileApps.of('noh')).toBeNull();
  await sendKey(person);
  const answers = await Promise.all([endOffline(person), endOffline(person)]);
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'offlineExpired']);
});

test('a new phone ends key, pushes and codes of the old one', async () => {
  const { server, person, app } = await setUp('lim');
  const lim = await enter(server, 'lim');
  expect((await requestPush(lim.browser, 'lim')).status).toBe(200);
  const { ak } = (await generateAk(person)).json;
  expect(await phoneOf(server, 'lim').pushes()).toHaveLength(1);
  await registerApp(app, await fetchAppLink(app, String(ak)));
  expect(errCodeOrStatus(await phoneOf(server, 'lim').list())).toBe('unknownDevice');
  expect(await phoneOf(server, 'lim', newApp().key).pushes()).toHaveLength(0);
  expect(
    errCodeOrStatus(await logIn(lim, '9', codeNow(SEEDED_DEVICES.lim.mobileApp.secret, server.clock.now))),
  ).toBe('005_1');
});

test.for([
  ['kang', '013_1'],
  ['kwon', '013'],
] as const)(
  'a licence that allows no app is reported at the start of the registration: %s',
  async ([userId, errCode]) => {
    const { person } = await setUp(userId);
    for (const call of [generateAk, createQr, sendKey])
      expect(errCodeOrStatus(await call(person))).toBe(errCode);
  },
);

test('a licence that becomes full meanwhile refuses the registration, and the link stays valid', async () => {
  const { server, person, app } = await setUp('noh', {
    licenses: [{ id: 'one', users: ['noh', 'yoon'], mobileApps: 1 }],
  });
  const { ak } = (await generateAk(person)).json;
  const link = await fetchAppLink(app, String(ak));
  await sendKey(person);
  await server.portal.devices.mobileApps.add('yoon', {
    ...newApp(),
    key: 'Y'.repeat(43),
    digits: 6,
    period: 30,
    offline: false,
  });
  expect(errCodeOrStatus(await registerApp(app, link))).toBe('013_1');
  expect(errCodeOrStatus(await endOffline(person))).toBe('013_1');
  await server.portal.devices.mobileApps.remove('yoon');
  expect((await registerApp(app, link)).status).toBe(200);
});

test('app methods that the policy does not name are refused', async () => {
  const policy = { id: 'no-way', users: ['noh'], authType: 'otp', methods: ['mobileOtp'], selfAuth: ['sms'] };
  const { person } = await setUp('noh', { policies: [policy] });
  for (const call of [generateAk, createQr, sendKey]) {
    expect(statusAndErrCode(await call(person))).toEqual([403, 'notAllowed']);
  }
});

test('the log and the database contain neither codes nor keys', async ({
  setup: { server, person, app },
}) => {
  const { authCode } = (await createQr(person)).json;
  const { schema: link } = (await appLinkOf(authCode).phone(app)).json;
  await sendKey(person);
  const { data } = linkIn(link);
  const tables = ['provision_links', 'registration_drafts'];
  const rows = await Promise.all(tables.map((table) => server.db.prepare(`SELECT * FROM ${table}`).all()));
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${authCode}|${CLIENT_KEY}|${data}`));
  expect(JSON.stringify(server.logged)).not.toMatch(new RegExp(`${authCode}|${CLIENT_KEY}`));
});

test('the documented example of an offline secret is correct', () => {
  const secret = offlineSecret('AB12CD34EF56GH78', 'K7QM2ZXW');
  const documented = readFileSync('docs/device-calls.md', 'utf8');
  expect(documented).toContain(`secret \`${secret}\`, proof \`${codeAt(secret, 2 ** 32)}\``);
});

/** The side of a module of a QR code in CSS pixels, on a screen without scaling. */
function moduleSizeOf(qrText: string): number {
  const widths: number[] = [];
  const pen = { fillRect: (_x: number, _y: number, width: number) => void widths.push(width) };
  drawQrCode({ getContext: () => pen } as never, qrText, 1);
  return Math.min(...widths);
}

const PUBLIC_URLS = [
  'http://localhost:8080',
  'https://login.example.com',
  'https://portal.login.example.co.kr',
];

test.each(
  PUBLIC_URLS.flatMap((publicUrl) => (['web', 'native'] as const).map((app) => [publicUrl, app] as const)),
)('the QR code of an app link of %s is large enough for any camera, for a %s app', (publicUrl, phoneApp) => {
  const config = { phoneApp, appScheme: 'cubelogin', publicUrl };
  const qrText = qrCodeText({ config }, 'K7QM2ZXWK7QM2ZXWK7QM2Z');
  expect(qrText.length).toBeLessThanOrEqual(100);
  expect(moduleSizeOf(qrText)).toBeGreaterThanOrEqual(4);
});
