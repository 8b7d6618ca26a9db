import { expect, test } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { challengeIn } from '#tests/support/server/passkey-calls.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { authenticate, bearer, checkPolicy } from '#tests/support/server/steps.ts';
import { challengeFor } from './methods/passkey-steps.ts';
import { codeIn, enter, errCodeOrStatus, logIn } from './methods/steps.ts';

const MINUTE = 60_000;
const PATH = '/data/portal/passkey-offer';

const PASSWORD_OR_PASSKEY = {
  id: 'either',
  authType: 'otp',
  methods: ['pw', 'fido2Token'],
  selfAuth: ['sms'],
  offerPasskey: true,
};
const FILE = { clients: [serviceOf('wiki'), serviceOf('payroll')] };
const policyAt = (id: string, changes: object) => ({ ...PASSWORD_OR_PASSKEY, id, clients: [id], ...changes });
const TWO_STEPS = { ...twoSteps({ sms: 1, fido2Token: 2 }), management: true };

const serverWith = (...policies: readonly object[]) =>
  testServer({ ...FILE, policies: [...policies, PASSWORD_OR_PASSKEY] });

async function signIn(
  server: TestServer,
  browser = server.browser(),
  clientId = 'wiki',
): Promise<CallAnswer> {
  const { json } = await checkPolicy(browser, 'kim', clientId);
  return authenticate(browser, 'kim', { clientId, policyId: String(json['policyId']) });
}

const callsWith = (browser: Browser, token: unknown) => (call: string, body: object) =>
  browser.call('POST', `${PATH}/${call}`, { body, headers: bearer(String(token)) });

async function signInWithOffer(server: TestServer, browser = server.browser()) {
  const { json } = await signIn(server, browser);
  return { browser, call: callsWith(browser, json['passkeyOffer']), token: String(json['passkeyOffer']) };
}

test('after a sign-in by password a passkey can be created without a question', async () => {
  const server = await serverWith();
  const { call } = await signInWithOffer(server);
  const authenticator = softwareAuthenticator();
  const answer = await call('start', {});
  expect(answer.json['publicKeyCredentialCreationOptions']).toMatchObject({
    user: { name: 'kim' },
    excludeCredentials: [],
  });
  const publicKeyCredential = authenticator.registration(challengeIn(answer), {
    isVerified: false,
    isPresent: false,
  });
  expect(errCodeOrStatus(await call('finish', { publicKeyCredential }))).toBe(200);
  const [passkey] = await server.portal.factors.of('kim');
  expect(passkey).toMatchObject({ name: 'Passkey', identityCheck: 'pw' });
  expect(server.audited).toContainEqual(
    expect.objectContaining({ event: 'factor.added', account: 'kim', way: 'pw' }),
  );
  expect(server.outbox.list({ userId: 'kim' }).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('패스키'),
  );
  expect([errCodeOrStatus(await call('start', {})), (await signIn(server)).json]).toEqual([
    'notAllowed',
    expect.not.objectContaining({ passkeyOffer: expect.anything() }),
  ]);
  const kim = await enter(server, 'kim');
  const secret = secretOf(authenticator.assertion(await challengeFor(kim)));
  expect(errCodeOrStatus(await logIn(kim, '12', secret))).toBe(200);
});

test.each<[string, boolean, readonly object[]]>([
  ['every service accepts passwords and passkeys', true, []],
  ['this service offers no passkeys', false, [policyAt('wiki', { offerPasskey: false })]],
  ['this service accepts no passkeys', false, [policyAt('wiki', { methods: ['pw', 'sms'] })]],
  ['this service allows no registration', false, [policyAt('wiki', { selfAuth: [] })]],
  ['another service accepts no passwords', false, [policyAt('payroll', { methods: ['fido2Token'] })]],
  ['another service accepts passkeys as a second step', false, [policyAt('payroll', TWO_STEPS)]],
  [
    'another service accepts passkeys after the password',
    false,
    [policyAt('payroll', { authType: 'other' })],
  ],
  ['another service accepts passwords alone', true, [policyAt('payroll', { methods: ['pw'] })]],
])('when %s, a sign-in by password alone offers a passkey: %s', async (_condition, isOffered, policies) => {
  const { json } = await signIn(await serverWith(...policies));
  expect('passkeyOffer' in json).toBe(isOffered);
});

test('a passkey is also offered after two steps, and is stored with the method of the second', async () => {
  const server = await serverWith(policyAt('payroll', TWO_STEPS));
  const browser = server.browser();
  const person = await proveFirstStep(browser, 'kim', 'payroll');
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId: 'kim', clientId: 'payroll', content: '' },
    headers: bearer(person.accessToken),
  });
  const { json } = await sendSecondStep(person, '1', codeIn(server, 'kim', 'sms'));
  const call = callsWith(browser, json['passkeyOffer']);
  const publicKeyCredential = softwareAuthenticator().registration(challengeIn(await call('start', {})));
  expect(errCodeOrStatus(await call('finish', { publicKeyCredential }))).toBe(200);
  expect(await server.portal.factors.of('kim')).toMatchObject([{ identityCheck: 'sms' }]);
});

test('an offer is valid in its session, for 5 minutes and under its policy', async () => {
  const server = await serverWith();
  const { browser, call, token } = await signInWithOffer(server);
  const answer = await call('start', {});
  const publicKeyCredential = softwareAuthenticator().registration(challengeIn(answer));
  const elsewhere = callsWith((await signInWithOffer(server)).browser, token);
  const registration = await browser.call('POST', '/start', {
    body: { username: 'kim', keyname: 'x', tenantId: 'wiki' },
    headers: bearer(token),
  });
  const invented = softwareAuthenticator().registration('invented');
  const answers = [
    await elsewhere('finish', { publicKeyCredential }),
    registration,
    await callsWith(browser, 'invented')('start', {}),
    await call('finish', { publicKeyCredential: invented }),
    await call('finish', { publicKeyCredential }),
  ];
  expect(answers.map(errCodeOrStatus)).toEqual([
    'notAuthorized',
    'notAuthorized',
    'notAuthorized',
    'passkeyNotMade',
    'passkeyNotMade',
  ]);
  const challenge = challengeIn(await call('start', {}));
  server.wait(5 * MINUTE);
  const lateRegistration = { publicKeyCredential: softwareAuthenticator().registration(challenge) };
  expect(errCodeOrStatus(await call('finish', lateRegistration))).toBe('notAllowed');
  expect(await server.portal.factors.of('kim')).toEqual([]);
});

test.each([
  ['later', 30],
  ['never', 400],
] as const)('a browser that declines with "%s" gets no offer for %s days', async (until, days) => {
  const server = await serverWith();
  const { browser, call } = await signInWithOffer(server);
  server.wait(6 * MINUTE);
  const answer = await call('decline', { until });
  expect(answer.headers.get('Set-Cookie')).toContain(
    `munjigi_passkey=${until}; Path=/; Max-Age=${days * 86_400}`,
  );
  expect((await signIn(server, browser)).json).not.toHaveProperty('passkeyOffer');
  expect((await signIn(server)).json).toHaveProperty('passkeyOffer');
});
