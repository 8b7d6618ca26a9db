import { describe, expect, test } from 'vitest';
import { addPendingPush } from '#tests/server/storage/owned/entries.ts';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import { admin } from '#tests/support/server/admin.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const ALL_METHODS = [
  'emergencyCode',
  'pw',
  'sms',
  'internalMail',
  'privateMail',
  'mobileOtp',
  'push',
  'hwOtp',
  'yubikey',
  'fido2Token',
];

const server = await testServer({
  policies: [
    { id: 'every', clients: ['demo-oidc'], authType: 'otp', methods: ALL_METHODS },
    { id: 'two', users: ['bare'], clients: ['demo-oidc'], ...twoSteps({ sms: 1 }) },
    { id: 'gated', users: ['gate'], authType: 'other', methods: ['pw', 'sms'] },
    { id: 'off', users: ['off'], enabled: false, authType: 'otp', methods: ['pw'] },
  ],
});
const adminActions = accountAdminOf(server);
for (const userId of ['bare', 'off', 'hours', 'later', 'gate'])
  await adminActions.add({ userId, changes: { nameKo: '새', nameEn: 'New' } });
await adminActions.change('hours', { hoursFrom: '01:00', hoursUntil: '02:00' });
await adminActions.change('later', { usageFrom: '2030-01-01' });

const explain = async (userId: string, language: 'ko' | 'en' = 'en') => {
  const { code, out } = await admin(server, `explain ${userId} --client demo-oidc --language ${language}`);
  expect(code).toBe(0);
  return out;
};

describe('an explanation', () => {
  test('says of methods whether they work, and at which step', async () => {
    const out = await explain('lee');
    expect(out).toContain('Service demo-oidc, policy every');
    for (const line of [
      '✓ Password: works (first step)',
      '✓ SMS: works (first step)',
      '✓ OTP card: works (first step)',
      '✓ Security key (YubiKey): works (first step)',
      '✓ Push: works (first step)',
      'The working methods are enough to sign in.',
    ]) {
      expect(out).toContain(line);
    }
  });

  test('says why nothing works for somebody new, and what to do', async () => {
    const out = await explain('bare');
    for (const line of [
      'Password: does not (first step) there is no password: password-link --create.',
      'SMS: does not (second step) there is no phone number: change --phone-number.',
      'The working methods are not enough to sign in.',
    ]) {
      expect(out).toContain(line);
    }
    expect(out.match(/not used by the policy: .*OTP card/g)).toHaveLength(1);
    expect(out).not.toContain('OTP card: ');
  });

  test('says of a standard authenticator that it only shows codes', async () => {
    const app = { uuid: 'u', os: '', appVersion: '', deviceName: '', secret: 'A'.repeat(32), digits: 6 };
    const standard = { step: 1, drift: 0 };
    await server.portal.devices.mobileApps.replace('bare', { ...app, period: 30, offline: true, standard });
    const sentences = ['only shows codes', '인증번호만 사용할 수'];
    const outs = [await explain('bare'), await explain('bare', 'ko')];
    for (const [index, out] of outs.entries())
      expect(out.match(new RegExp(sentences[index] ?? '', 'g'))).toHaveLength(1);
    await server.portal.devices.mobileApps.remove('bare');
  });

  test('says until when pushes are paused after too many denials', async () => {
    const { session } = await server.portal.sessions.start();
    const request = { session, clientId: 'demo-oidc', userId: 'lim' };
    const { refusals } = server.portal.config.push.coolDown;
    expect(await explain('lim')).toContain('✓ Push: works');
    for (let denied = 0; denied < refusals; denied += 1) {
      await server.portal.pushes.answer(await addPendingPush(server, request), 'denied');
    }
    expect(await explain('lim')).toMatch(
      /✗ Push: does not .*no push is sent until \d{4}-\d\d-\d\d \d\d:\d\d/,
    );
    expect(await explain('lim', 'ko')).toContain('푸시를 여러 번 거절했거나 답하지 않아');
  });

  test('names the password gate', async () => {
    expect(await explain('gate')).toContain('✗ Password: does not (the password that comes first)');
  });

  test('does not call a password expired on its last day', async () => {
    const { now } = server.clock;
    server.clock.now = Date.parse('2026-01-31T03:00:00Z');
    const lastDay = await explain('seo');
    server.clock.now = now;
    expect(lastDay).not.toContain('has expired');
  });

  test('is available in Korean', async () => {
    const out = await explain('bare', 'ko');
    expect(out).toContain('비밀번호: 안 됨 (1단계 인증) 비밀번호가 없어요. password-link --create로');
    expect(out).toContain('지금 되는 방법만으로는 로그인할 수 없어요.');
    expect(out).not.toMatch(/there is|does not/);
  });

  test.for([
    ['jung', 'The account is disabled'],
    ['han', 'outside its usage period'],
    ['later', 'outside its usage period'],
    ['hours', 'outside its hours now'],
    ['off', 'no policy applies'],
    ['choi', 'locked until an administrator unlocks it'],
    ['seo', 'has expired and is changed at the next sign-in'],
    ['admin', 'has to be changed at the next sign-in'],
  ] as const)('of %s says: %s', async ([userId, sentence]) => {
    expect(await explain(userId)).toContain(sentence);
  });

  test('of a locked password says until when it is locked, for the password only', async () => {
    for (let guess = 0; guess < 5; guess += 1) await signIn(server.browser(), 'gil', { secret: 'wrong' });
    const out = await explain('gil');
    expect(out.match(/locked until 2026-11-20 12:30 after too many wrong entries/g)?.length).toBe(1);
  });

  test('ends with the latest events', async () => {
    await admin(server, 'disable kim');
    const out = await explain('kim');
    expect(out).toContain('Last events:\n  2026-11-20 12:00  operator park: disable');
    expect(await explain('kim', 'ko')).toContain('최근 기록:\n  2026-11-20 12:00  운영자 park: explain');
  });

  test('says that a service does not exist', async () => {
    const { out } = await admin(server, 'explain lee --client nowhere');
    expect(out).toContain('there is no such service');
  });

  test('covers all services when none is named', async () => {
    const { out } = await admin(server, 'explain lee');
    for (const id of server.portal.config.clients.map(({ clientId }) => clientId)) expect(out).toContain(id);
  });
});

/** A server without gateways, as in production. */
const withoutGateways = (): TestServer => {
  const { portal } = server;
  const gateways = { sms: null, inmail: null, exmail: null, push: null };
  return { ...server, portal: { ...portal, gateways, config: { ...portal.config, mode: 'production' } } };
};

describe('the identity check before a new password', () => {
  test('lists each method that the service allows', async () => {
    const out = await explain('lee');
    expect(out).toContain('Identity check before a new password: ✓ SMS, ✓ Internal mail, ');
    expect(out).not.toContain('Nobody can pass');
  });

  test('warns when nothing can be sent', async () => {
    const { out } = await admin(withoutGateways(), 'explain kim --client demo-oidc --language en');
    expect(out).toContain('✗ SMS (no gateway is configured for it.)');
    expect(out).toContain('The identity check cannot be passed now: set the password with: password');
  });

  test('is explained with the link that leads to it', async () => {
    await adminActions.add({
      userId: 'mailed',
      changes: { nameKo: '새', nameEn: 'New', internalMail: 'new@example.com' },
    });
    const createLink = (at: TestServer, userId: string) =>
      admin(at, `password-link ${userId} --create --client demo-oidc`);
    const command = await createLink(withoutGateways(), 'mailed');
    expect(command.code).toBe(0);
    for (const part of [
      'It was not sent: SMTP_URL is not set.',
      '✗ Internal mail (no gateway',
      'The identity check cannot be passed',
    ]) {
      expect(command.out).toContain(part);
    }
    expect((await createLink(server, 'bare')).out).toContain('It was not sent: the account has no mail.');
  });
});

test('an explanation warns about a temporary code that no policy allows', async () => {
  const warning = 'No policy of this person accepts a temporary code';
  expect((await admin(server, 'code lee')).out).not.toContain(warning);
  expect((await admin(server, 'code off')).out).toContain(warning);
});
