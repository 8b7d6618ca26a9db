import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeviceStore } from '#lab/devices/device-store.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { textOf } from '#server/login/texts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { codeNow } from '#tests/server/methods/device-codes.ts';
import { fetchAppLink } from '#tests/support/server/app-registration.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { type LabApp, labApp } from './lab-app.ts';

const NO_TEXT = { ko: '', en: '' };

describe('a link that opens the app', () => {
  let server: TestServer;
  let lab: LabApp;
  beforeEach(async () => {
    server = await testServer();
    lab = labApp({ devices: SEEDED_DEVICES, portalFetch: async (request) => server.app.fetch(request) });
  });
  afterEach(() => lab.removeFolder());

  const linkFor = async (userId: string, { scheme = 'cubelogin', portal = 'http://localhost:8080' } = {}) => {
    const provisionLink = new URL((await administrationOf(server.portal).issueProvisionLink(userId)) ?? '');
    const { data, publicKey } = await fetchAppLink(
      server.browser(),
      provisionLink.searchParams.get('ak') ?? '',
    );
    return `${scheme}://provision?${new URLSearchParams({ data, ...publicKey, portal })}`;
  };
  const register = (userId: string, link: string) => lab.call('POST', `/phone/${userId}/app`, { link });

  it('registers a new app on the phone in place of the former one, with the same secret at the lab and the server', async () => {
    const before = (await (await lab.call('GET', '/phone/lee')).json()).app;
    const answer = await register('lee', await linkFor('lee'));
    expect([answer.status, await answer.json()]).toEqual([201, { userId: 'lee', deviceName: 'Galaxy S27' }]);
    const phone = await (await lab.call('GET', '/phone/lee')).json();
    expect(phone).toMatchObject({ app: { deviceName: 'Galaxy S27' }, pushes: [] });
    expect(before.deviceName).toBe('Galaxy S26');
    const stored = openDeviceStore(lab.deviceStoreFile).apps.get('lee');
    if (stored === null || stored === 'lost') throw new Error('There is no app');
    expect((await server.portal.devices.mobileApps.of('lee'))?.secret).toBe(stored.secret);
    expect(await server.portal.devices.mobileApps.findByKey(stored.key ?? '')).toMatchObject({
      userId: 'lee',
    });
  });

  it('registers an app for a person who had none', async () => {
    expect((await lab.call('GET', '/phone/kim')).status).toBe(404);
    expect(await (await lab.open('/phone/kim/app')).text()).toContain('name="link"');
    const answer = await lab.submit('/phone/kim/app', { link: await linkFor('kim') });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/phone/kim']);
    expect(await (await lab.open('/phone/kim')).text()).toContain('Galaxy S27');
  });

  it('is refused when it has been used', async () => {
    const link = await linkFor('lee');
    await register('lee', link);
    const secondAnswer = await register('lee', link);
    expect(secondAnswer.status).toBe(400);
    expect((await secondAnswer.json()).problems[0]).toBe(textOf('urlUsed', 'ko', {}));
    expect(await (await lab.submit('/phone/lee/app', { link })).text()).toContain('role="alert"');
  });

  it.each([
    ['not a link of the app', async () => 'https://example.com'],
    ['a link of another portal', () => linkFor('lee', { portal: 'https://evil.example' })],
    ['a link to another app', () => linkFor('lee', { scheme: 'other' })],
    [
      'a link without data',
      async () => 'cubelogin://provision?modulus=x&exponent=AQAB&portal=http://localhost:8080',
    ],
    ['a link of somebody else', () => linkFor('hong')],
    ['a link with an invalid key', async () => (await linkFor('lee')).replace('exponent=AQAB', 'exponent=_')],
  ])('is refused when it is %s, and the former app stays registered', async (_name, link) => {
    const answer = await register('lee', await link());
    expect([answer.status, await answer.json()]).toEqual([400, { problems: [expect.any(String)] }]);
    expect(openDeviceStore(lab.deviceStoreFile).apps.get('lee')).toBeNull();
    expect((await server.portal.devices.mobileApps.of('lee'))?.deviceName).toBe('Galaxy S26');
  });
});

describe('the app of a phone', () => {
  let server: TestServer;
  let lab: LabApp;
  let noh: Registration;
  beforeEach(async () => {
    server = await testServer();
    const accounts = [{ userId: 'noh', name: { ko: '노', en: 'Noh' }, shows: NO_TEXT }];
    lab = labApp({ accounts, devices: {}, portalFetch: async (request) => server.app.fetch(request) });
    noh = await openRegistration(server, 'noh');
  });
  afterEach(() => lab.removeFolder());

  const secretAtServer = async () => (await server.portal.devices.mobileApps.of('noh'))?.secret;
  const displayedApp = async () => (await (await lab.call('GET', '/phone/noh')).json()).app;
  const requestCode = async () => {
    const body = { userId: 'noh', ipAddress: '' };
    return (await noh.call('POST', '/data/portal/mobileapp/provision/qr', { body })).json;
  };
  const requestQrText = async () => {
    const { authCode } = await requestCode();
    const path = `/data/portal/mobileapp/provision/schema?authCode=${authCode}`;
    return String((await noh.call('GET', path)).json['schema']);
  };

  it('is registered by the link in an SMS', async () => {
    const { ak } = (await noh.call('GET', '/data/portal/mobileapp/provision/generation/noh')).json;
    const body = { userId: 'noh', ak, clientId: 'demo-oidc' };
    await noh.call('POST', '/noti/mobileapp/provision/link/demo-oidc', { body });
    const text = server.outbox.list({ userId: 'noh', channel: 'sms' }).at(-1)?.text ?? '';
    const link = /https?:\S+/.exec(text)?.[0];
    expect((await lab.call('POST', '/phone/noh/app', { link })).status).toBe(201);
    expect((await displayedApp()).deviceName).toBe('Galaxy S27');
  });

  it('is registered by scanning the QR code', async () => {
    const text = await requestQrText();
    expect(await (await lab.open('/phone/noh/scan')).text()).toContain('data-scan');
    const answer = await lab.call('POST', '/phone/noh/scan', { text });
    expect([answer.status, await answer.json()]).toEqual([201, { userId: 'noh', deviceName: 'Galaxy S27' }]);
    expect(await secretAtServer()).toMatch(/^[A-Z2-7]{32}$/);
    const secondAnswer = await lab.call('POST', '/phone/noh/scan', { text });
    expect((await secondAnswer.json()).problems).toEqual([textOf('urlUsed', 'ko', {})]);
  });

  it('is not registered by a QR code of another portal or of another app', async () => {
    const text = await requestQrText();
    for (const otherText of [text.replace('localhost', 'evil.example'), text.replace('/app/', '/other/')]) {
      expect((await lab.call('POST', '/phone/noh/scan', { text: otherText })).status).toBe(400);
    }
    expect(await secretAtServer()).toBeUndefined();
  });

  it('is registered by typing the registration code, but not with a wrong OTP', async () => {
    const { authCode, otp } = await requestCode();
    const grouped = String(authCode).replace(/(.{4})/g, '$1 ');
    const wrong = otp === '000000' ? '111111' : '000000';
    const refused = await lab.call('POST', '/phone/noh/app', { authCode: grouped, otp: wrong });
    expect([refused.status, await secretAtServer()]).toEqual([400, undefined]);
    expect((await lab.call('POST', '/phone/noh/app', { authCode: grouped, otp })).status).toBe(201);
    expect(await secretAtServer()).toBeDefined();
  });

  it.each([
    [{ authCode: '1234 5678 9012 345', otp: '123456' }, '16자리', '16 digits'],
    [{ authCode: '1234567890123456', otp: '12' }, '6자리', 'OTP 6'],
    [{ link: 'https://example.com' }, '등록 링크가 아니에요', 'not a link of this portal'],
  ])('refuses %j with the reason in its language', async (body, ko, en) => {
    const reply = await (await lab.call('POST', '/phone/noh/app', body)).json();
    expect(reply.problems[0]).toContain(ko);
    expect(await (await lab.submit('/phone/noh/app', body)).text()).toContain(en);
  });

  it('refuses invalid characters of the offline registration with the reason in its language', async () => {
    const reply = await (await lab.call('POST', '/phone/noh/app/offline', { ak: 'K7' })).json();
    expect(reply.problems[0]).toContain('8자리');
    expect(await (await lab.submit('/phone/noh/app/offline', { ak: 'K7' })).text()).toContain('8 characters');
  });

  it('is not registered by a QR code for another person', async () => {
    const text = await requestQrText();
    const accounts = ['noh', 'lee'].map((userId) => ({ userId, name: NO_TEXT, shows: NO_TEXT }));
    const portalFetch = async (request: Request) => server.app.fetch(request);
    const labWithLee = labApp({ accounts, devices: SEEDED_DEVICES, portalFetch });
    const reply = await (await labWithLee.call('POST', '/phone/lee/scan', { text })).json();
    expect(reply.problems[0]).toContain('다른 사람에게 발급된');
    labWithLee.removeFolder();
  });

  it('is registered offline, with the same secret and comparison digits on both sides', async () => {
    expect((await lab.call('POST', '/phone/noh/app/offline', { ak: 'K7QM2ZXW' })).status).toBe(400);
    const { clientKey } = await (await lab.call('POST', '/phone/noh/app/offline', {})).json();
    const base = '/data/portal/mobileapp/provision/offline';
    await noh.call('POST', `${base}/code`, { body: { userId: 'noh', clientKey } });
    const { ak } = (await noh.call('GET', `${base}/code/noh`)).json;
    const { otp } = (await noh.call('GET', `${base}/otp/noh`)).json;
    const { comparisonDigits } = await (await lab.call('POST', '/phone/noh/app/offline', { ak })).json();
    expect(comparisonDigits).toBe(otp);
    await noh.call('POST', base, { body: { userId: 'noh', osType: 'android' } });
    const stored = openDeviceStore(lab.deviceStoreFile).apps.get('noh');
    expect(stored).toMatchObject({ secret: await secretAtServer(), key: null });
    expect(await (await lab.open('/phone/noh/app')).text()).toContain(clientKey);
  });

  it('is registered as a standard authenticator, by its QR code or key', async () => {
    const { secret, uri } = (
      await noh.call('POST', '/data/portal/mobileapp/provision/standard/secret', { body: { userId: 'noh' } })
    ).json;
    const grouped = String(secret)
      .toLowerCase()
      .replace(/(.{4})/g, '$1 ');
    for (const [path, body] of [
      ['scan', { text: uri }],
      ['app', { key: grouped }],
      ['app', { key: uri }],
    ] as const) {
      await lab.submit('/phone/noh/lose', {});
      const reply = await lab.call('POST', `/phone/noh/${path}`, body);
      expect([reply.status, await reply.json()]).toEqual([
        201,
        { userId: 'noh', deviceName: 'Authenticator' },
      ]);
      expect(openDeviceStore(lab.deviceStoreFile).apps.get('noh')).toMatchObject({ secret, key: null });
    }
    const body = { userId: 'noh', otp: codeNow(String(secret), server.clock.now) };
    const finished = await noh.call('POST', '/data/portal/mobileapp/provision/standard', { body });
    expect([finished.status, await secretAtServer()]).toEqual([200, secret]);
    const refused = await lab.submit('/phone/noh/app', { key: 'https://example.com' });
    expect(await refused.text()).toContain('not a key for an authenticator');
  });

  it('no longer exists when the phone is lost', async () => {
    const { authCode, otp } = await requestCode();
    await lab.call('POST', '/phone/noh/app', { authCode, otp });
    expect(await displayedApp()).not.toBeNull();
    const lost = await lab.submit('/phone/noh/lose', {});
    expect([lost.status, lost.headers.get('location')]).toEqual([303, '/phone/noh/app']);
    expect((await lab.call('GET', '/phone/noh')).status).toBe(404);
  });
});
