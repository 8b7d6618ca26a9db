import { expect } from 'vitest';
import { SEEDED_DEVICES, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { openRegistration, type Registration, registerYubikey } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { recordLogin } from '#tests/support/server/sessions.ts';
import { softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt, touch } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

type ListedFactor = {
  readonly factorId: string;
  readonly type: string;
  readonly name: string;
  readonly isRemovable: boolean;
  readonly reason: string;
  readonly lastUsedAt: number | null;
  readonly registeredAt: number;
  readonly description: Readonly<Record<string, unknown>>;
};

const list = async ({ call, userId }: Registration): Promise<readonly ListedFactor[]> =>
  (await call('GET', `/data/portal/factors?userId=${userId}`)).json['factors'] as ListedFactor[];

const rename = ({ call, userId }: Registration, factorId: string, name: string): Promise<CallAnswer> =>
  call('PUT', `/data/portal/factors/${factorId}`, { body: { userId, name } });

const remove = ({ call, userId }: Registration, factorId: string): Promise<CallAnswer> =>
  call('DELETE', `/data/portal/factors/${factorId}?userId=${userId}`, { headers: { 'Content-Type': null } });

const idOf = (factors: readonly ListedFactor[], type: string): string =>
  factors.find((factor) => factor.type === type)?.factorId ?? '';

const registerSpareYubikey = (registration: Registration): Promise<CallAnswer> =>
  registerYubikey(registration, touch(SPARE_YUBIKEY, 1, 0));

async function setUp(userId = 'lee', file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer(file);
  return { server, person: await openRegistration(server, userId) };
}

const test = testWithSetup(setUp);

test('the policy says whether factors can be managed', async ({ server: { browser } }) => {
  expect((await checkPolicy(browser(), 'lee')).json['management']).toEqual({ setting: 'Y', factors: 'Y' });
  expect((await checkPolicy(browser(), 'kim')).json['management']).toEqual({ setting: 'N' });
});

test('the list contains the IDs of the passkeys, and an empty list after the last was removed', async () => {
  const { server, person } = await setUp();
  const listed = async () =>
    (await person.call('GET', '/data/portal/factors?userId=lee')).json['passkeys'] as object | undefined;
  expect(await listed()).toBeUndefined();
  const { credentialId, publicKey } = softwareAuthenticator();
  const passkey = { credentialId, publicKey, userId: 'lee', name: 'Laptop', counter: 0, transports: [] };
  await server.portal.registrations.addPasskey({ ...passkey, registeredAt: 0 }, null);
  const signalledFields = {
    rpId: 'localhost',
    userId: await server.portal.devices.passkeys.getOrCreateHandle('lee'),
    name: 'lee',
    displayName: '이도윤',
  };
  expect(await listed()).toEqual({ ...signalledFields, credentialIds: [credentialId] });
  await remove(person, idOf(await list(person), '12'));
  expect(await listed()).toEqual({ ...signalledFields, credentialIds: [] });
});

test('each factor is listed with its type, registration and last use', async () => {
  const { server, person } = await setUp();
  await logIn(await enter(server, 'lee'), '7', codeAt(SEEDED_DEVICES.lee.otpCard.secret, 0));
  await registerSpareYubikey(person);
  const factors = await list(person);
  expect(factors.map(({ type }) => type)).toEqual(['7', '8', '8', '9']);
  expect(factors[0]).toEqual({
    factorId: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: '7',
    name: '',
    description: {
      serialNumber: 'CA*****417',
      modelCode: 'C200',
      companyName: 'Hanbit',
      registrationDate: '2026-03-02',
    },
    registeredAt: Date.parse('2026-03-02T00:00:00Z'),
    lastUsedAt: server.clock.now,
    isRemovable: true,
    reason: '',
  });
  expect(factors[1]?.description).toEqual({
    serialNumber: 'YK****f00',
    modelCode: 'YubiKey 5 NFC',
    publicId: 'cc******efgh',
  });
  expect(factors[3]?.description).toEqual({
    uuid: '…4e5f',
    os: 'Android 16',
    appVersion: '3.2.0',
    deviceName: 'Galaxy S26',
    isOffline: false,
  });
  const text = JSON.stringify(factors);
  for (const secret of [SEEDED_DEVICES.lee.mobileApp.uuid, SPARE_YUBIKEY.publicId, 'CARD-00417']) {
    expect(text).not.toContain(secret);
  }
});

test('of two keys only the touched one counts as used', async ({ setup: { server, person } }) => {
  await registerSpareYubikey(person);
  server.wait(1_000);
  await logIn(await enter(server, 'lee'), '8', touch(SPARE_YUBIKEY, 1, 1));
  const lastUses = (await list(person))
    .filter(({ type }) => type === '8')
    .map(({ lastUsedAt }) => lastUsedAt);
  expect(lastUses.toSorted()).toEqual([server.clock.now, null].toSorted());
});

test('a factor gets a unique name of at most 20 characters', async ({ setup: { person } }) => {
  const factors = await list(person);
  const card = idOf(factors, '7');
  expect((await rename(person, card, '  사무실 카드 ')).status).toBe(200);
  expect((await list(person))[0]?.name).toBe('사무실 카드');
  expect(statusAndErrCode(await rename(person, idOf(factors, '9'), '사무실 카드'))).toEqual([
    409,
    'nameTaken',
  ]);
  expect((await rename(person, card, '사무실 카드')).status).toBe(200);
  for (const name of ['', ' ', 'x'.repeat(21), 'a\tb'])
    expect(errCodeOrStatus(await rename(person, card, name))).toBe('badName');
  expect((await rename(person, 'invented', 'x')).status).toBe(404);
});

test('a removed card signs nobody in, is no default, and belongs to nobody', async () => {
  const { server, person } = await setUp();
  await server.portal.firstStepDefaults.set('lee', { tokenCode: '7', alwaysSend: false });
  await server.portal.secondStepDefaults.set('lee', '7');
  const card = idOf(await list(person), '7');
  expect((await remove(person, card)).status).toBe(200);
  expect((await remove(person, card)).status).toBe(200);
  expect(idOf(await list(person), '7')).toBe('');
  expect([
    await server.portal.firstStepDefaults.find('lee'),
    await server.portal.secondStepDefaults.find('lee'),
  ]).toEqual([null, null]);
  expect((await server.portal.devices.otpCards.findBySerial('CARD-00417'))?.userId).toBeNull();
  expect(
    errCodeOrStatus(
      await logIn(await enter(server, 'lee'), '7', codeAt(SEEDED_DEVICES.lee.otpCard.secret, 0)),
    ),
  ).toBe('007');
});

test('a Yubikey stays the default until the last of two keys is removed', async () => {
  const { server, person } = await setUp();
  await registerSpareYubikey(person);
  await server.portal.firstStepDefaults.set('lee', { tokenCode: '8', alwaysSend: false });
  const [first, second] = (await list(person)).filter(({ type }) => type === '8');
  await remove(person, first?.factorId ?? '');
  expect((await server.portal.firstStepDefaults.find('lee'))?.tokenCode).toBe('8');
  await remove(person, second?.factorId ?? '');
  expect(await server.portal.firstStepDefaults.find('lee')).toBeNull();
  expect(await server.portal.devices.yubikeys.of('lee')).toEqual([]);
});

test('unknown factors and those of other people are not found', async ({ setup: { server, person } }) => {
  const noh = await openRegistration(server, 'noh');
  await registerSpareYubikey(noh);
  const factorOfNoh = idOf(await list(noh), '8');
  for (const factorId of [factorOfNoh, 'invented']) {
    expect((await remove(person, factorId)).status).toBe(404);
    expect((await rename(person, factorId, 'x')).status).toBe(404);
  }
  expect(idOf(await list(noh), '8')).toBe(factorOfNoh);
});

const CARD_OR_KEY = {
  id: 'devices',
  users: ['lee'],
  authType: 'other',
  methods: ['pw', 'hwOtp', 'yubikey'],
  selfAuth: ['sms', 'mobileOtp'],
  management: true,
} as const;

test('the last factor that a policy needs cannot be removed, also by concurrent removals', async () => {
  const server = await testServer({ policies: [CARD_OR_KEY] });
  const browser = server.browser();
  await checkPolicy(browser, 'lee');
  await recordLogin(server, browser, { userId: 'lee', methods: ['pw', 'hwOtp'], steps: 1 });
  const person = await openRegistration(server, 'lee', { browser });
  const factors = await list(person);
  expect(factors.map(({ type, reason }) => [type, reason])).toEqual([
    ['7', ''],
    ['8', ''],
    ['9', ''],
  ]);
  const answers = await Promise.all([remove(person, idOf(factors, '7')), remove(person, idOf(factors, '8'))]);
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'lastFactor']);
  const remaining = await list(person);
  expect(remaining.filter(({ isRemovable }) => !isRemovable).map(({ reason }) => reason)).toEqual([
    'lastFactor',
  ]);
});

test('the calls are refused when the policy does not allow the management of factors', async () => {
  const { person } = await setUp('hong');
  for (const answer of [
    await person.call('GET', '/data/portal/factors?userId=hong'),
    await remove(person, 'x'),
    await rename(person, 'x', 'x'),
    await person.call('GET', '/data/portal/sessions?userId=hong'),
  ]) {
    expect(statusAndErrCode(answer)).toEqual([403, 'notAllowed']);
  }
});

test('other sessions are listed and ended one by one', async ({ setup: { server, person } }) => {
  const other = server.browser();
  await signIn(other, 'kim');
  server.clock.now += 20_000;
  await signIn(other, 'lee');
  await signIn(person.browser, 'lee');
  await server.portal.logins.recordEngineSession(other.cookieHeader, 'lee', 'engine session of lee');
  await server.portal.logins.recordEngineSession(other.cookieHeader, 'kim', 'engine session of kim');
  const registration = await openRegistration(server, 'lee', { browser: person.browser });
  const sessions = (await registration.call('GET', '/data/portal/sessions?userId=lee')).json['sessions'] as {
    sessionId: string;
    isThis: boolean;
  }[];
  expect(sessions.map(({ isThis }) => isThis).toSorted()).toEqual([false, true]);
  expect(sessions[0]).toEqual({
    sessionId: expect.any(String),
    browser: '',
    startedAt: server.clock.now,
    lastSeenAt: server.clock.now,
    addressRange: '',
    isThis: expect.any(Boolean),
  });
  const end = (sessionId: string | undefined) =>
    registration.call('DELETE', `/data/portal/sessions/${sessionId}?userId=lee`, {
      headers: { 'Content-Type': null },
    });
  const [own, elsewhere] = [sessions.find(({ isThis }) => isThis), sessions.find(({ isThis }) => !isThis)];
  expect(statusAndErrCode(await end(own?.sessionId))).toEqual([400, 'ownSession']);
  expect((await end(elsewhere?.sessionId)).status).toBe(200);
  expect((await end(elsewhere?.sessionId)).status).toBe(200);
  const session = await server.portal.sessions.open(other.cookieHeader);
  expect(session && (await server.portal.sessions.findLogin(session))).toBeNull();
  expect(server.engine.endedSessionNames).toEqual(['engine session of lee']);
});

test('the list of sessions contains only a part of each IP address', async ({
  setup: { server, person },
}) => {
  await signIn(person.browser, 'lee');
  const { session } = await server.portal.sessions.start();
  const { now } = server.clock;
  const login = { userId: 'lee', methods: ['pw'], steps: 1, provedAt: [now], at: now } as const;
  const origin = { browser: '', address: '203.0.113.77' };
  await server.portal.sessions.recordLogin(session, login, origin);
  const registration = await openRegistration(server, 'lee', { browser: person.browser });
  const { json } = await registration.call('GET', '/data/portal/sessions?userId=lee');
  expect(json['sessions']).toContainEqual(expect.objectContaining({ addressRange: '203.0.113.*' }));
});

test('removing a factor ends the other sessions that it signed in', async ({ setup: { server, person } }) => {
  const byCard = server.browser();
  const byPassword = server.browser();
  await signIn(byCard, 'lee', { tokenCode: '7', secret: codeAt(SEEDED_DEVICES.lee.otpCard.secret, 0) });
  await signIn(byPassword, 'lee');
  const twoSteps = server.browser();
  await signIn(twoSteps, 'lee');
  await recordLogin(server, twoSteps, { userId: 'lee', methods: ['pw', 'hwOtp'], steps: 2 });
  for (const [browser, name] of [
    [byCard, 'by card'],
    [twoSteps, 'by password and card'],
    [byPassword, 'by password'],
  ] as const) {
    await server.portal.logins.recordEngineSession(browser.cookieHeader, 'lee', name);
  }
  await remove(person, idOf(await list(person), '7'));
  const isSignedIn = async (browser: typeof byCard): Promise<boolean> => {
    const session = await server.portal.sessions.open(browser.cookieHeader);
    return session !== null && (await server.portal.sessions.findLogin(session)) !== null;
  };
  expect([await isSignedIn(byCard), await isSignedIn(twoSteps), await isSignedIn(byPassword)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(server.engine.endedSessionNames.toSorted()).toEqual(['by card', 'by password and card']);
  expect((await list(person)).length).toBeGreaterThan(0);
});

test('each change is audited; a registration and a removal are mailed to every address in both languages', async () => {
  const { server, person } = await setUp();
  server.outbox.clear();
  const before = (await list(person)).map(({ factorId }) => factorId);
  await registerSpareYubikey(person);
  const key = (await list(person)).find(({ factorId }) => !before.includes(factorId));
  await rename(person, key?.factorId ?? '', 'Desk');
  await remove(person, key?.factorId ?? '');
  const auditedChanges = server.audited.filter(({ event }) => event.startsWith('factor.'));
  expect(auditedChanges.map(({ event, account, kind, way }) => [event, account, kind, way])).toEqual([
    ['factor.added', 'lee', '8', 'sms'],
    ['factor.renamed', 'lee', '8', 'sms'],
    ['factor.removed', 'lee', '8', 'sms'],
  ]);
  expect(new Set(auditedChanges.map((line) => line['factorId']))).toEqual(new Set([key?.factorId]));
  const notices = server.outbox.list({ userId: 'lee' });
  expect(notices.map(({ channel }) => channel)).toEqual(['inmail', 'exmail', 'inmail', 'exmail']);
  expect(notices[0]?.text).toMatch(/인증 수단을 등록했어요: 보안 키.*관리자.*A way to sign in was added/s);
  expect(notices[3]?.text).toMatch(/삭제했어요.*removed/s);
  expect(notices[0]?.text).not.toMatch(/https?:/);
});
