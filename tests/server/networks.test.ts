import { expect, test } from 'vitest';
import { networkOf } from '#server/http/guard/network.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, firstStep } from '#tests/support/server/steps.ts';
import { errCodeOrStatus } from './methods/steps.ts';
import { POLICY, problemsOf, resolve } from './resolve-config.ts';

const INSIDE = { 'X-Forwarded-For': '203.0.113.77' };
const OUTSIDE = { 'X-Forwarded-For': '198.51.100.7' };
const POLICY_WITH_NETWORKS = { ...POLICY, networks: ['203.0.113.0/24', '2001:db8:10::/48'] };

type Headers = Readonly<Record<string, string>>;

const startServer = (file: Readonly<Record<string, unknown>> = {}): Promise<TestServer> =>
  testServer({ trustProxy: true, policies: [{ ...POLICY_WITH_NETWORKS, users: ['kim'] }], ...file });

/** A browser of kim, with the calls of a sign-in from an IP address. */
const browserOfKim = (server: TestServer) => {
  const browser = server.browser();
  return {
    browser,
    check: (headers: Headers, clientId = CLIENT_ID) =>
      browser.call('POST', '/auth/policy/check', { body: { userId: 'kim', clientId }, headers }),
    login: (policyId: unknown, headers: Headers) =>
      browser.call('POST', '/authenticate', {
        body: { userId: 'kim', userPassword: firstStep({ policyId: String(policyId) }) },
        headers,
      }),
  };
};

test.for([
  ['203.0.113.1', 200],
  ['::ffff:203.0.113.1', 200],
  ['2001:DB8:10:7::1', 200],
  ['203.0.114.1', '002_2'],
  ['2001:db8:11::1', '002_2'],
] as const)('a browser at %s is answered %s by a policy with networks', async ([address, outcome]) => {
  const { check } = browserOfKim(await startServer());
  expect(errCodeOrStatus(await check({ 'X-Forwarded-For': address }))).toBe(outcome);
});

test('a refusal because of the network has its own reason and is audited', async () => {
  const server = await startServer();
  const { status, json } = await browserOfKim(server).check(OUTSIDE);
  expect([status, json]).toEqual([
    403,
    { status: 403, errCode: '002_2', message: '', reason: 'networkNotAllowed' },
  ]);
  expect(server.audited.at(-1)).toMatchObject({
    event: 'login.refused',
    result: 'networkNotAllowed',
    account: 'kim',
    client: CLIENT_ID,
    address: '198.51.100.7',
  });
});

test('a sign-in that continues from another network is refused', async () => {
  const { check, login } = browserOfKim(await startServer());
  const { policyId } = (await check(INSIDE)).json;
  const refused = await login(policyId, OUTSIDE);
  expect([refused.status, errCodeOrStatus(refused), refused.json['reason']]).toEqual([
    400,
    '002_2',
    'networkNotAllowed',
  ]);
  expect(errCodeOrStatus(await login(policyId, INSIDE))).toBe(200);
});

test('an existing session satisfies a service only from the networks of its policy', async () => {
  const server = await startServer();
  const kim = browserOfKim(server);
  await kim.login((await kim.check(INSIDE)).json['policyId'], INSIDE);
  const checkAgain = async (headers: Headers) => (await kim.check(headers)).json['check'] ?? null;
  expect([await checkAgain(INSIDE), await checkAgain(OUTSIDE)]).toEqual([false, null]);
  const request = {
    clientId: CLIENT_ID,
    wantsFreshLogin: false,
    maxAgeSeconds: null,
    startedAt: server.clock.now,
    wantsTwoSteps: false,
  };
  const satisfyingLoginFrom = (address: string) =>
    runWithRequest(currentRequest({ address }), () =>
      server.portal.logins.satisfyingLogin(kim.browser.cookieHeader, request),
    );
  expect((await satisfyingLoginFrom('203.0.113.9'))?.userId).toBe('kim');
  expect(await satisfyingLoginFrom('198.51.100.7')).toBeNull();
});

test('a policy without networks applies everywhere', async () => {
  const { check } = browserOfKim(await startServer({ policies: [{ ...POLICY, users: ['kim'] }] }));
  expect(errCodeOrStatus(await check(OUTSIDE))).toBe(200);
});

test('an invalid network is reported at the start', () => {
  const problems = (...networks: string[]) =>
    problemsOf(() => resolve({ policies: [{ ...POLICY, networks }] }));
  const wrong = 'must be an address, or a network such as 203.0.113.0/24 or 2001:db8::/32';
  expect(problems('office', '203.0.113.0/33')).toEqual([
    `policies[0].networks[0]: ${wrong}`,
    `policies[0].networks[1]: ${wrong}`,
  ]);
  expect(problems()).toEqual(['policies[0].networks: must name at least one network']);
});

test.for([
  ['203.0.113.7', 64, '203.0.113.7'],
  ['::ffff:203.0.113.7', 64, '203.0.113.7'],
  ['2001:db8:abcd:12ff::1', 64, '2001:db8:abcd:12ff:0:0:0:0/64'],
  ['2001:db8:abcd:12ff::1', 56, '2001:db8:abcd:1200:0:0:0:0/56'],
  ['2001:db8:abcd:12ff::1', 128, '2001:db8:abcd:12ff:0:0:0:1/128'],
  ['unknown', 64, 'unknown'],
] as const)('limits count the address %s with a prefix of %i bits as %s', ([address, prefix, network]) => {
  expect(networkOf(address, prefix)).toBe(network);
});
