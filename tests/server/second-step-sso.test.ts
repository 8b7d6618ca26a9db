import { describe, expect } from 'vitest';
import type { AuthRequest } from '#server/login/engine.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { provedFirstStep, proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { NOON, type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, CLIENT_ID, checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt } from './methods/device-codes.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const { otpCard } = SEEDED_DEVICES.park;

/** `firstFixed` of a person who makes the first step's method the default one, without an automatic send. */
const DEFAULT_WITHOUT_SEND = 'YN';

const TWO_STEPS = twoSteps({ hwOtp: 1, pw: 2 });

const FILE = {
  clients: ['plain', 'strict', 'card-only', 'gated', 'cards', 'guarded'].map((clientId) =>
    serviceOf(clientId),
  ),
  policies: [
    { id: 'plain', users: ['park'], clients: ['plain'], authType: 'other', methods: ['pw'] },
    { id: 'strict', users: ['park', 'kim'], clients: ['strict'], ...TWO_STEPS },
    { id: 'cards', users: ['park'], clients: ['cards'], authType: 'otp', methods: ['hwOtp'] },
    { id: 'gated', users: ['park'], clients: ['gated'], authType: 'other', methods: ['pw', 'hwOtp'] },
    { ...TWO_STEPS, id: 'guarded', users: ['park'], clients: ['guarded'], methods: ['pw', 'mobileOtp'] },
    {
      id: 'card-only',
      users: ['park'],
      clients: ['card-only'],
      authType: 'otp',
      methods: ['pw'],
      secondAuth: true,
      secondTokenPriority: { pw: 1, yubikey: 2 },
    },
  ],
};

/** A server where Park has signed in with one step at the plain service a minute ago. */
async function serverWithPark() {
  const server = await testServer(FILE);
  const park = server.browser();
  await signIn(park, 'park', { clientId: 'plain' });
  server.wait(60_000);
  return { server, park };
}

/** Opens the page of a request of the service. */
const openRequest = (
  { engine, clock }: TestServer,
  park: Browser,
  clientId: string,
  request: Partial<AuthRequest> = {},
) => park.visit(`/redirect?uid=${engine.beginRequest({ clientId, startedAt: clock.now, ...request })}`);

async function summaryAndPolicyAt(
  server: TestServer,
  park: Browser,
  clientId: string,
  request?: Partial<AuthRequest>,
) {
  await openRequest(server, park, clientId, request);
  const summary = (await park.call('GET', '/summary/auth')).json;
  return { summary, policy: (await checkPolicy(park, 'park', clientId)).json };
}

/** Park at the second step of the strict service, with the tokens of its policy check. */
const atSecondStep = (browser: Browser, policy: CallAnswer['json']) =>
  provedFirstStep(
    { browser, userId: 'park', policyId: String(policy['policyId']) },
    { json: policy },
    'strict',
  );

const signInByCard = (park: Browser, clientId: string, policyId: unknown) =>
  authenticate(park, 'park', {
    clientId,
    policyId: String(policyId),
    tokenCode: '7',
    secret: codeAt(otpCard.secret, 0),
  });

const test = testWithSetup(serverWithPark);

test('a session with one completed step needs the second alone', async ({ setup: { server, park } }) => {
  const { summary, policy } = await summaryAndPolicyAt(server, park, 'strict');
  expect(summary).toMatchObject({ isAlreadyAuth: false, userId: 'park' });
  expect(policy).toMatchObject({
    secondAuth: 'Y',
    secondToken: expect.any(String),
    accessToken: expect.any(String),
  });
  expect(policy['secondTokenPriority']).toEqual({ hwOtp: 1 });
  const parkAtSecondStep = atSecondStep(park, policy);
  expect(errCodeOrStatus(await sendSecondStep(parkAtSecondStep, '-1', 'Munjigi!2026'))).toBe('018');
  const { status, json } = await sendSecondStep(parkAtSecondStep, '7', codeAt(otpCard.secret, 0));
  expect({ status, to: json['to'] }).toEqual({
    status: 200,
    to: 'http://localhost:8080/oauth2/authorize/request-1',
  });
  expect(server.engine.finishedRequests).toMatchObject([
    { login: { steps: 2, amr: ['pwd', 'otp', 'hwk', 'mfa'] } },
  ]);

  const secondVisit = await summaryAndPolicyAt(server, park, 'strict');
  expect(secondVisit.summary['isAlreadyAuth']).toBe(true);
});

describe('the first step is required again', () => {
  test.for([
    ['prompt=login', { wantsFreshLogin: true }],
    ['a login older than max_age', { maxAgeSeconds: 59 }],
  ] as const)('by %s', async ([, request], { setup: { server, park } }) => {
    const { policy } = await summaryAndPolicyAt(server, park, 'strict', request);
    expect(policy).not.toHaveProperty('secondToken');
  });

  test('for another person', async ({ setup: { server, park } }) => {
    expect((await checkPolicy(park, 'kim', 'strict')).json).not.toHaveProperty('secondToken');
    expect((await checkPolicy(server.browser(), 'park', 'strict')).json).not.toHaveProperty('secondToken');
  });

  test('after a sign-out', async ({ setup: { park } }) => {
    await park.visit('/logout');
    expect((await checkPolicy(park, 'park', 'strict')).json).not.toHaveProperty('secondToken');
  });

  test('when no other token is left for the second step', async () => {
    const server = await testServer({
      ...FILE,
      policies: [
        { ...FILE.policies[0] },
        { ...FILE.policies[1], secondTokenPriority: { pw: 1, fido2Token: 2 } },
      ],
    });
    const park = server.browser();
    await signIn(park, 'park', { clientId: 'plain' });
    expect((await checkPolicy(park, 'park', 'strict')).json).not.toHaveProperty('secondToken');
  });

  test('for an account that was disabled meanwhile', async ({ setup: { server, park } }) => {
    await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'park'").run();
    expect((await checkPolicy(park, 'park', 'strict')).json).not.toHaveProperty('secondToken');
  });
});

test('a completed first step remains valid when the ID is entered again', async ({ server }) => {
  const park = await proveFirstStep(server.browser(), 'park');
  const { json } = await checkPolicy(park.browser, 'park');
  expect(json['secondToken']).toEqual(expect.any(String));
  const renewed = { ...park, secondToken: String(json['secondToken']) };
  expect(
    errCodeOrStatus(
      await sendSecondStep(renewed, '7', codeAt(otpCard.secret, 0), { firstFixed: DEFAULT_WITHOUT_SEND }),
    ),
  ).toBe(200);
  expect((await checkPolicy(server.browser(), 'park')).json['fixedToken']).toEqual({
    authType: '-1',
    alwaysSend: 'N',
  });
});

test('a login of two steps satisfies a service of one', async () => {
  const server = await testServer(FILE);
  const park = await proveFirstStep(server.browser(), 'park', CLIENT_ID);
  await sendSecondStep(park, '7', codeAt(otpCard.secret, 0));
  const { summary } = await summaryAndPolicyAt(server, park.browser, 'plain', { startedAt: NOON + 1 });
  expect(summary['isAlreadyAuth']).toBe(true);
});

test('two steps do not satisfy a service that accepts none of their tokens', async () => {
  const server = await testServer(FILE);
  const park = await proveFirstStep(server.browser(), 'park', CLIENT_ID);
  await sendSecondStep(park, '7', codeAt(otpCard.secret, 0));
  expect((await summaryAndPolicyAt(server, park.browser, 'strict')).summary['isAlreadyAuth']).toBe(true);
  const { summary, policy } = await summaryAndPolicyAt(server, park.browser, 'card-only');
  expect(summary['isAlreadyAuth']).toBe(false);
  expect(policy['secondToken']).toEqual(expect.any(String));
});

describe('a password of an earlier login passes the password gate', () => {
  test('of a service that requires another method after it', async ({ setup: { server, park } }) => {
    const { summary, policy } = await summaryAndPolicyAt(server, park, 'gated');
    expect(summary).toMatchObject({ isAlreadyAuth: false, reauthReason: 'more' });
    expect(policy['check']).toBe(true);
    expect((await signInByCard(park, 'gated', policy['policyId'])).status).toBe(200);
    expect(server.engine.finishedRequests).toMatchObject([{ login: { amr: ['pwd', 'otp', 'hwk', 'mfa'] } }]);
  });

  test('of the first of two steps', async ({ setup: { server, park } }) => {
    const { policy } = await summaryAndPolicyAt(server, park, 'guarded');
    expect(policy).toMatchObject({ check: true, secondAuth: 'Y' });
    expect(policy).not.toHaveProperty('secondToken');
  });

  test.for([
    ['prompt=login', { wantsFreshLogin: true }],
    ['a login older than max_age', { maxAgeSeconds: 59 }],
  ] as const)('but not with %s', async ([, request], { setup: { server, park } }) => {
    const { policy } = await summaryAndPolicyAt(server, park, 'gated', request);
    expect(policy['check']).toBe(false);
    expect((await signInByCard(park, 'gated', policy['policyId'])).status).toBe(401);
  });

  test('but not after a login without a password', async () => {
    const server = await testServer(FILE);
    const park = server.browser();
    const { json } = await checkPolicy(park, 'park', 'cards');
    expect((await signInByCard(park, 'cards', json['policyId'])).status).toBe(200);
    const { policy } = await summaryAndPolicyAt(server, park, 'gated', { startedAt: NOON + 1 });
    expect(policy['check']).toBe(false);
  });

  test('but not in another browser, after a sign-out, or for a disabled account', async () => {
    const { server, park } = await serverWithPark();
    await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'park'").run();
    expect((await checkPolicy(park, 'park', 'gated')).json['check']).not.toBe(true);
    await server.db.prepare("UPDATE accounts SET status = 'active' WHERE user_id = 'park'").run();
    expect((await checkPolicy(park, 'park', 'gated')).json['check']).toBe(true);
    expect((await checkPolicy(server.browser(), 'park', 'gated')).json['check']).toBe(false);
    await park.visit('/logout');
    expect((await checkPolicy(park, 'park', 'gated')).json['check']).toBe(false);
  });
});

test('earlier proofs complete no login for a request with prompt=login', async () => {
  const { server, park } = await serverWithPark();
  const { policy } = await summaryAndPolicyAt(server, park, 'gated');
  expect(policy['check']).toBe(true);
  server.wait(1000);
  await summaryAndPolicyAt(server, park, 'gated', { wantsFreshLogin: true });
  expect((await signInByCard(park, 'gated', policy['policyId'])).status).toBe(401);
  expect(server.engine.finishedRequests).toEqual([]);

  const { policy: policyOfStrict } = await summaryAndPolicyAt(server, park, 'strict');
  server.wait(1000);
  await openRequest(server, park, 'strict', { wantsFreshLogin: true });
  const parkAtSecondStep = atSecondStep(park, policyOfStrict);
  expect((await sendSecondStep(parkAtSecondStep, '7', codeAt(otpCard.secret, 1))).status).toBe(401);
  expect(server.engine.finishedRequests).toEqual([]);
});
