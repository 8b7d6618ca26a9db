import { expect, test } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { serviceOf } from '#tests/support/server/config-parts.ts';
import { proveFirstStep, sendFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { codeAt } from './methods/device-codes.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const { otpCard } = SEEDED_DEVICES.park;

/** The service needs one step; for a second step park's policy ranks a card, and kim's has no token. */
const FILE = {
  clients: [serviceOf('bank')],
  policies: [
    {
      id: 'bank',
      users: ['park'],
      clients: ['bank'],
      authType: 'other',
      methods: ['pw'],
      secondTokenPriority: { hwOtp: 1, pw: 2 },
    },
    { id: 'one', users: ['kim'], clients: ['bank'], authType: 'other', methods: ['pw'] },
  ],
};

async function startRequest(wantsTwoSteps: boolean, userId = 'park') {
  const server = await testServer(FILE);
  const browser = server.browser();
  const openRequest = (wants = wantsTwoSteps) =>
    browser.visit(
      `/redirect?uid=${server.engine.beginRequest({ clientId: 'bank', startedAt: server.clock.now, wantsTwoSteps: wants })}`,
    );
  await openRequest();
  const policy = async () => (await checkPolicy(browser, userId, 'bank')).json;
  const isSignedIn = async () => (await browser.call('GET', '/summary/auth')).json['isAlreadyAuth'];
  return { server, browser, openRequest, policy, isSignedIn };
}

test('a service can request a second step where the policy offers one', async () => {
  const { server, browser, policy } = await startRequest(true);
  expect(await policy()).toMatchObject({ secondAuth: 'Y', secondTokenPriority: { hwOtp: 1 } });
  const park = await proveFirstStep(browser, 'park', 'bank');
  expect(errCodeOrStatus(await sendSecondStep(park, '7', codeAt(otpCard.secret, 0)))).toBe(200);
  expect(server.engine.finishedRequests).toMatchObject([{ login: { steps: 2 } }]);
});

test('no second step is required by a request for one step, or by a policy that has none', async () => {
  const { browser, policy } = await startRequest(false);
  expect(await policy()).toMatchObject({ secondAuth: 'N' });
  expect(errCodeOrStatus(await sendFirstStep(browser, 'park', { clientId: 'bank' }))).toBe('notAuthorized');
  const { policy: policyOfKim } = await startRequest(true, 'kim');
  expect(await policyOfKim()).toMatchObject({ secondAuth: 'N' });
});

test('after a login of one step, only the second is required when a service requests two', async () => {
  const { browser, openRequest, policy, isSignedIn } = await startRequest(false);
  await signIn(browser, 'park', { clientId: 'bank' });
  expect(await isSignedIn()).toBe(true);
  await openRequest(true);
  expect(await isSignedIn()).toBe(false);
  expect(await policy()).toMatchObject({
    secondToken: expect.any(String),
    secondTokenPriority: { hwOtp: 1 },
  });
});

test('a login of one step does not satisfy another request for two', async () => {
  const { browser, openRequest, policy, isSignedIn } = await startRequest(false);
  const policyId = String((await policy())['policyId']);
  await openRequest(true);
  expect(errCodeOrStatus(await authenticate(browser, 'park', { policyId, clientId: 'bank' }))).toBe(200);
  expect(await isSignedIn()).toBe(false);
});
