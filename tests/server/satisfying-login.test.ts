import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { policy } from '#server/config/policy.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import { satisfiesPolicy } from '#server/login/policy/satisfies.ts';
import { completedLogin } from '#server/login/portal-logins.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { NOON, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

type RequestValues = Pick<
  AuthRequest,
  'clientId' | 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt' | 'wantsTwoSteps'
>;

const requestOf = (values: Partial<RequestValues> = {}): RequestValues => ({
  clientId: 'demo-oidc',
  wantsFreshLogin: false,
  maxAgeSeconds: null,
  startedAt: NOON + 60_000,
  wantsTwoSteps: false,
  ...values,
});

/** A configuration file with a service whose policy has these values. */
const fileWithStrictPolicy = (policy: Record<string, unknown>) => ({
  clients: [serviceOf('strict')],
  policies: [{ id: 'strict', clients: ['strict'], authType: 'other', methods: ['pw'], ...policy }],
});

/** A server where Kim has signed in at the demo service a minute before the request. */
async function serverWithKim(file: Record<string, unknown> = {}) {
  const server = await testServer(file);
  const kim = server.browser();
  await signIn(kim, 'kim');
  server.wait(60_000);
  return {
    ...server,
    satisfying: (values?: Partial<RequestValues>) =>
      server.portal.logins.satisfyingLogin(kim.cookieHeader, requestOf(values)),
  };
}

const test = testWithSetup(serverWithKim);

test('a login satisfies a request of the same policy', async ({ setup: { satisfying } }) => {
  expect(await satisfying()).toEqual({ userId: 'kim', amr: ['pwd'], steps: 1, at: NOON, signedInAt: NOON });
});

test('a missing or invented cookie satisfies nothing', async ({ setup: { portal } }) => {
  expect(await portal.logins.satisfyingLogin('', requestOf())).toBeNull();
  expect(await portal.logins.satisfyingLogin('munjigi_session=invented', requestOf())).toBeNull();
});

test('a login stored without times of proofs is as old as its completion', async () => {
  const { db, satisfying } = await serverWithKim();
  await db.prepare('UPDATE sessions SET login_method_times = NULL').run();
  expect(await satisfying()).toMatchObject({ at: NOON });
  expect(await satisfying({ maxAgeSeconds: 59 })).toBeNull();
});

describe('a request', () => {
  test.for([
    ['with prompt=login is not satisfied by an earlier login', { wantsFreshLogin: true }, false],
    [
      'with prompt=login is satisfied by a login that was made for it',
      { wantsFreshLogin: true, startedAt: NOON },
      true,
    ],
    ['with max_age is satisfied by a younger login', { maxAgeSeconds: 60 }, true],
    ['with max_age is not satisfied by an older login', { maxAgeSeconds: 59 }, false],
    ['with max_age 0 is not satisfied by an earlier login', { maxAgeSeconds: 0 }, false],
    [
      'with max_age 0 is satisfied by a login that was made for it',
      { maxAgeSeconds: 0, startedAt: NOON },
      true,
    ],
  ] as const)('%s', async ([, values, isSatisfied], { setup: { satisfying } }) => {
    expect((await satisfying(values)) !== null).toBe(isSatisfied);
  });
});

describe('a login at one service', () => {
  test.for([
    ['requires a second step', { secondAuth: true }],
    ['requires another method', { authType: 'otp', methods: ['sms'] }],
    ['requires a method after the password', { methods: ['pw', 'sms'] }],
    ['is switched off', { enabled: false }],
    ['is out of its period', { period: { until: '2026-11-19' } }],
    ['is out of its hours', { hours: { from: '13:00', until: '18:00' } }],
  ] as const)('does not satisfy a service whose policy %s', async ([, policy]) => {
    const { satisfying } = await serverWithKim(fileWithStrictPolicy(policy));
    expect(await satisfying({ clientId: 'strict' })).toBeNull();
    expect(await satisfying()).not.toBeNull();
  });

  test('satisfies a service that accepts the password as one of several methods', async () => {
    const { satisfying } = await serverWithKim(
      fileWithStrictPolicy({ authType: 'otp', methods: ['pw', 'sms'] }),
    );
    expect(await satisfying({ clientId: 'strict' })).not.toBeNull();
  });

  test('does not satisfy an unknown service', async ({ setup: { satisfying } }) => {
    expect(await satisfying({ clientId: 'unheard-of' })).toBeNull();
  });
});

test.for([
  ['without the password of the gate does not satisfy the policy', ['fido2Token'], 'other', false],
  ['with the password of the gate satisfies the policy', ['pw', 'fido2Token'], 'other', true],
  ['satisfies a policy without a gate', ['fido2Token'], 'otp', true],
] as const)('another method %s', ([, methods, authType, isSatisfied]) => {
  const rule = v.parse(policy, { id: 'p', authType, methods: ['pw', 'fido2Token'] });
  expect(satisfiesPolicy({ methods, steps: 1 }, rule)).toBe(isSatisfied);
});

test.for([
  ['the password and a push satisfy a QR code', ['pw', 'push'], { qrCode: 1 }, true],
  ['the password and a push satisfy a push', ['pw', 'push'], { push: 1 }, true],
  ['two pushes do not satisfy a QR code, which is the same app', ['push', 'push'], { qrCode: 1 }, false],
  ['the password and an SMS do not satisfy a QR code', ['pw', 'sms'], { qrCode: 1 }, false],
  ['the password alone does not satisfy a QR code', ['pw'], { qrCode: 1 }, false],
  ['the password twice does not satisfy a second password', ['pw', 'pw'], { pw: 1 }, false],
] as const)('at a service with two steps, %s', ([, methods, secondTokenPriority, isSatisfied]) => {
  const rule = v.parse(policy, {
    id: 'p',
    authType: 'otp',
    methods: ['pw', 'push', 'sms'],
    secondAuth: true,
    secondTokenPriority,
  });
  expect(satisfiesPolicy({ methods, steps: 2 }, rule)).toBe(isSatisfied);
  expect(satisfiesPolicy({ methods, steps: 1 }, rule), 'by a login of one step').toBe(false);
});

test.for([
  [['pw'], ['pwd']],
  [['fido2Token'], ['hwk', 'user']],
  [
    ['pw', 'sms'],
    ['pwd', 'otp', 'sms', 'mfa'],
  ],
  [
    ['mobileOtp', 'internalMail'],
    ['otp', 'mfa'],
  ],
] as const)('the methods %j are reported as %j', ([methods, amr]) => {
  const provedAt = methods.map(() => NOON);
  expect(completedLogin({ userId: 'kim', methods, provedAt, steps: 1, at: NOON }).amr).toEqual(amr);
});

test.for([
  ["status = 'disabled'"],
  ["status = 'blocked'"],
  ["usage_until = '2026-11-19'"],
  ["hours_from = '13:00', hours_until = '14:00'"],
])('an account with %s has no login', async ([change], { setup: { db, satisfying } }) => {
  await db.prepare(`UPDATE accounts SET ${change} WHERE user_id = 'kim'`).run();
  expect(await satisfying()).toBeNull();
});

test('a deleted account has no login', async ({ setup: { db, satisfying } }) => {
  await db.prepare("DELETE FROM accounts WHERE user_id = 'kim'").run();
  expect(await satisfying()).toBeNull();
});

test('a lock by wrong passwords does not end an existing login', async () => {
  const { browser, satisfying } = await serverWithKim();
  for (let attempt = 0; attempt < 5; attempt++) await signIn(browser(), 'kim', { secret: 'wrong' });
  expect(await satisfying()).not.toBeNull();
});

test('signing out through the engine ends the login and changes the session id', async () => {
  const { portal, satisfying, browser } = await serverWithKim();
  const other = browser();
  await signIn(other, 'kim');
  const [cookie] = await portal.logins.signOut(other.cookieHeader);
  expect(cookie).toMatch(/^munjigi_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await portal.logins.satisfyingLogin(other.cookieHeader, requestOf())).toBeNull();
  expect(await satisfying()).not.toBeNull();
  expect(await portal.logins.signOut('')).toEqual([]);
});

test('an account has its own claims, and an unknown account has none', async ({ portal }) => {
  expect(await portal.logins.claims('kim', 'demo-oidc')).toEqual({
    sub: 'kim',
    preferred_username: 'kim',
    name: '김하늘',
    'name#ko': '김하늘',
    'name#en': 'Haneul Kim',
    email: 'haneul.kim@hanbit.example',
    phone_number: '010-2345-6789',
  });
  expect(await portal.logins.claims('choi', 'demo-oidc')).not.toHaveProperty('email');
  expect(await portal.logins.claims('nobody', 'demo-oidc')).toBeNull();
});

test('a service gets only the groups of its configuration, other services none', async () => {
  const some = serviceOf('some', { groups: { names: ['sales'], claim: 'roles' } });
  const clients = [serviceOf('all', { groups: {} }), some, serviceOf('none')];
  const { portal } = await testServer({ clients });
  await portal.groups.setFromFile('kim', ['Sales', '영업팀']);
  const claimed = await Promise.all(['all', 'some', 'none'].map((id) => portal.logins.claims('kim', id)));
  expect(claimed.map((claims) => [claims?.['groups'], claims?.['roles']])).toEqual([
    [['Sales', '영업팀'], undefined],
    [undefined, ['Sales']],
    [undefined, undefined],
  ]);
});

test('a policy of a group applies to its members from the next check', async () => {
  const policies = [{ id: 'board', groups: ['board'], authType: 'otp', methods: ['fido2Token'] }];
  const { portal } = await testServer({ policies });
  const idOf = async () => {
    const resolved = await portal.policy('kim', 'demo-oidc');
    return resolved.ok && resolved.policy.rule.id;
  };
  expect(await idOf()).not.toBe('board');
  await portal.groups.setFromFile('kim', ['Board']);
  expect(await idOf()).toBe('board');
});
