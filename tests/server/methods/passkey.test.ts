import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { CHALLENGE_LIFETIME_MS } from '#server/storage/repositories/passkey-challenges.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import {
  type AssertionChanges,
  newKey,
  secretOf,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';
import { CLIENT_ID, checkPolicy, passGate } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import {
  challengeFor,
  enterWithPasskey,
  optionsIn,
  type PasskeyPerson,
  registerPasskey,
  startAssertion,
  startAssertionWithoutId,
} from './passkey-steps.ts';
import { enter, errCodeOrStatus, logIn, logInWithEach } from './steps.ts';

const PASSKEY = '12';
const TWO_STEPS = { id: 'two-steps', users: ['park'], ...twoSteps({ fido2Token: 1, sms: 2 }) };
const MANY_ATTEMPTS = { lock: { maxFailures: 100 } };

/** Requests a challenge, and logs in with an assertion for it. */
const logInByPasskey = async (person: PasskeyPerson, changes: AssertionChanges = {}): Promise<unknown> => {
  const assertion = person.authenticator.assertion(await challengeFor(person), changes);
  return errCodeOrStatus(await logIn(person, PASSKEY, secretOf(assertion)));
};

describe('a person who has entered the ID', () => {
  test('signs in by passkey, as a hardware key with user verification', async ({ server }) => {
    const lee = await enterWithPasskey(server, 'lee');
    await lee.browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
    expect(await logInByPasskey(lee)).toBe(200);
    expect(server.engine.finishedRequests).toMatchObject([
      { login: { userId: 'lee', amr: ['hwk', 'user'] } },
    ]);
  });

  test('gets a challenge for the registered passkey, with user verification', async () => {
    const lee = await enterWithPasskey(await testServer(), 'lee');
    const answer = await startAssertion(lee);
    expect(answer.status).toBe(200);
    expect(optionsIn(answer)).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
      allowCredentials: [
        { type: 'public-key', id: lee.authenticator.credentialId, transports: ['internal'] },
      ],
    });
  });

  test('has a passkey in the policy check only after its registration', async ({ server }) => {
    const registeredTokens = async () => (await checkPolicy(server.browser(), 'lee')).json['userToken'];
    expect(await registeredTokens()).toMatchObject({ fido2token: null });
    await registerPasskey(server, 'lee', softwareAuthenticator());
    expect(await registeredTokens()).toMatchObject({ fido2token: 'Laptop' });
  });

  test.for<[string, string, Readonly<Record<string, unknown>>, unknown]>([
    ['whose policy does not allow passkeys', 'kim', {}, '018'],
    ['with another type code', 'lee', { type: '10' }, 'malformed'],
    ['with another status', 'lee', { fidoStatus: 'finish' }, 'malformed'],
    ['at an unknown client', 'lee', { clientId: 'nowhere' }, 'notAuthorized'],
    ['with the ID of another person', 'lee', { userId: 'hong' }, 'notAuthorized'],
  ])('%s gets no challenge', async ([, userId, changes, errCode]) => {
    const person = await enterWithPasskey(await testServer(), userId);
    expect(errCodeOrStatus(await startAssertion(person, changes))).toBe(errCode);
  });

  test('without a passkey gets no challenge', async () => {
    expect(errCodeOrStatus(await startAssertion(await enter(await testServer(), 'yoon')))).toBe('011');
  });

  test('gets no challenge before the password gate, or under a policy without passkeys', async () => {
    const gated = { id: 'gated', users: ['lee'], authType: 'other', methods: ['pw', 'fido2Token'] };
    const lee = await enterWithPasskey(await testServer({ policies: [gated] }), 'lee');
    expect(errCodeOrStatus(await startAssertion(lee))).toBe('notAuthorized');
    await passGate(lee.browser, 'lee', lee.policyId);
    expect(await logInByPasskey(lee)).toBe(200);
    const noPasskeys = { ...gated, methods: ['pw', 'sms'] };
    const leeUnderOtherPolicy = await enterWithPasskey(await testServer({ policies: [noPasskeys] }), 'lee');
    await passGate(leeUnderOtherPolicy.browser, 'lee', leeUnderOtherPolicy.policyId);
    expect(errCodeOrStatus(await startAssertion(leeUnderOtherPolicy))).toBe('018');
  });

  test('cannot use the credential or handle of another person', async () => {
    const server = await testServer(MANY_ATTEMPTS);
    const lee = await enterWithPasskey(server, 'lee');
    const oh = await enterWithPasskey(server, 'oh');
    expect(await logInByPasskey({ ...oh, authenticator: lee.authenticator })).toBe('005_1');
    const userHandle = await server.portal.devices.passkeys.getOrCreateHandle('lee');
    expect(await logInByPasskey(oh, { userHandle })).toBe('005_1');
    expect(
      await logInByPasskey(oh, { userHandle: await server.portal.devices.passkeys.getOrCreateHandle('oh') }),
    ).toBe(200);
  });
});

describe('a person who has not entered an ID', () => {
  test('signs in by the user handle of a passkey', async ({ server }) => {
    const authenticator = softwareAuthenticator();
    await registerPasskey(server, 'lee', authenticator);
    const browser = server.browser();
    const answer = await startAssertionWithoutId(browser);
    expect(optionsIn(answer).allowCredentials).toEqual([]);
    const handle = await server.portal.devices.passkeys.getOrCreateHandle('lee');
    expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
    const { json } = await checkPolicy(browser, handle);
    expect(json['userId']).toBe('lee');
    const assertion = authenticator.assertion(optionsIn(answer).challenge, { userHandle: handle });
    const person = { browser, userId: 'lee', policyId: String(json['policyId']) };
    expect(errCodeOrStatus(await logIn(person, PASSKEY, secretOf(assertion)))).toBe(200);
  });

  test('has the same user handle each time, different from that of others; an unknown handle is refused', async ({
    portal,
    browser,
  }) => {
    const { passkeys } = portal.devices;
    expect(await passkeys.getOrCreateHandle('lee')).toBe(await passkeys.getOrCreateHandle('lee'));
    expect(await passkeys.getOrCreateHandle('lee')).not.toBe(await passkeys.getOrCreateHandle('oh'));
    expect((await checkPolicy(browser, randomBytes(32).toString('base64url'))).json['errCode']).toBe('000');
  });

  test('gets no challenge where passkeys are disabled or the client is unknown', async () => {
    const { browser } = await testServer({ clients: [serviceOf('off')] });
    expect(errCodeOrStatus(await startAssertionWithoutId(browser(), 'off'))).toBe('018');
    expect(errCodeOrStatus(await startAssertionWithoutId(browser(), 'nowhere'))).toBe('016_1');
  });
});

describe('an assertion', () => {
  test.for<[string, AssertionChanges]>([
    ['of another origin', { origin: 'http://localhost:8081' }],
    ['of a look-alike host', { origin: 'https://localhost.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['without user verification', { isVerified: false }],
    ['without user presence', { isPresent: false }],
    ['signed with another key', { key: newKey().privateKey }],
    ['of an unknown credential', { credentialId: 'AAAA' }],
  ])('%s is refused, and uses its challenge up', async ([, changes]) => {
    const lee = await enterWithPasskey(await testServer(MANY_ATTEMPTS), 'lee');
    const challenge = await challengeFor(lee);
    const [invalid, valid] = [
      lee.authenticator.assertion(challenge, changes),
      lee.authenticator.assertion(challenge),
    ];
    expect(await logInWithEach(lee, PASSKEY, [secretOf(invalid), secretOf(valid)])).toEqual([
      '005_1',
      '005_2',
    ]);
    expect(await logInByPasskey(lee)).toBe(200);
  });

  test('is valid once', async () => {
    const lee = await enterWithPasskey(await testServer(MANY_ATTEMPTS), 'lee');
    const secret = secretOf(lee.authenticator.assertion(await challengeFor(lee)));
    expect(await logInWithEach(lee, PASSKEY, [secret, secret])).toEqual([200, '005_2']);
  });

  test('of a challenge of another session, another person or another client is refused', async () => {
    const otherService = serviceOf('other', { passkey: true });
    const server = await testServer({ ...MANY_ATTEMPTS, clients: [otherService] });
    const lee = await enterWithPasskey(server, 'lee');
    const oh = await enterWithPasskey(server, 'oh');
    await checkPolicy(lee.browser, 'oh');
    const challenges = [
      await challengeFor({ ...lee, browser: (await enter(server, 'lee')).browser }),
      await challengeFor(oh),
      await challengeFor({ ...lee, userId: 'oh' }),
      optionsIn(await startAssertionWithoutId(lee.browser, 'other')).challenge,
      randomBytes(32).toString('base64url'),
    ];
    const secrets = challenges.map((challenge) => secretOf(lee.authenticator.assertion(challenge)));
    expect(await logInWithEach(lee, PASSKEY, secrets)).toEqual(secrets.map(() => '005_1'));
  });

  test('expires after 300 s, and then does not count as a failed attempt', async () => {
    const server = await testServer({ lock: { maxFailures: 1 } });
    const lee = await enterWithPasskey(server, 'lee');
    const challenge = await challengeFor(lee);
    server.wait(CHALLENGE_LIFETIME_MS);
    const late = secretOf(lee.authenticator.assertion(challenge));
    expect(await logInWithEach(lee, PASSKEY, [late, late])).toEqual(['005_3', '005_3']);
    expect(await logInByPasskey(lee)).toBe(200);
  });

  test('whose counter does not increase is refused, since the passkey may be a copy', async () => {
    const lee = await enterWithPasskey(await testServer(MANY_ATTEMPTS), 'lee');
    const answers = [];
    for (const counter of [5, 5, 4, 0, 6]) answers.push(await logInByPasskey(lee, { counter }));
    expect(answers).toEqual([200, '005_2', '005_2', '005_2', 200]);
  });

  test('of an authenticator without a counter is accepted each time', async () => {
    const lee = await enterWithPasskey(await testServer(MANY_ATTEMPTS), 'lee');
    expect([await logInByPasskey(lee, { counter: 0 }), await logInByPasskey(lee, { counter: 0 })]).toEqual([
      200, 200,
    ]);
    expect([await logInByPasskey(lee, { counter: 1 }), await logInByPasskey(lee, { counter: 0 })]).toEqual([
      200,
      '005_2',
    ]);
  });

  test.for([
    ['empty', ''],
    ['not base64url', '%%%'],
    ['not JSON', Buffer.from('passkey').toString('base64url')],
    ['JSON of something else', secretOf({ id: 'a', response: {} })],
    ['a truncated assertion', secretOf(softwareAuthenticator().assertion('')).slice(0, -30)],
  ])('that is %s is refused and is not counted', async ([, secret = '']) => {
    const lee = await enterWithPasskey(await testServer({ lock: { maxFailures: 1 } }), 'lee');
    expect(await logInWithEach(lee, PASSKEY, [secret, secret])).toEqual(['005_4', '005_4']);
  });

  test('of an unknown passkey is reported as such, and a wrong one as refused', async () => {
    const server = await testServer(MANY_ATTEMPTS);
    const lee = await enterWithPasskey(server, 'lee');
    const reasonOf = async (authenticator = lee.authenticator, isVerified = true) => {
      const secret = secretOf(authenticator.assertion(await challengeFor(lee), { isVerified }));
      return (await logIn(lee, PASSKEY, secret)).json['reason'];
    };
    expect([await reasonOf(lee.authenticator, false), await reasonOf(softwareAuthenticator())]).toEqual([
      'passkeyRefused',
      'passkeyUnknown',
    ]);
  });

  test('that is wrong is counted, and the last one locks the method', async () => {
    const lee = await enterWithPasskey(await testServer({ lock: { maxFailures: 3 } }), 'lee');
    const answers = [];
    for (const isVerified of [false, false, false, true])
      answers.push(await logInByPasskey(lee, { isVerified }));
    expect(answers).toEqual(['005_1', '005_1', '005_6', '005_6']);
  });

  test('of a person without a passkey is refused as such', async () => {
    const yoon = await enter(await testServer(), 'yoon');
    const secret = secretOf(softwareAuthenticator().assertion('challenge'));
    expect(await logInWithEach(yoon, PASSKEY, [secret])).toEqual(['011']);
  });
});

test('only the newest 8 challenges of a session are valid', async () => {
  const lee = await enterWithPasskey(await testServer(MANY_ATTEMPTS), 'lee');
  const oldest = await challengeFor(lee);
  const secondOldest = await challengeFor(lee);
  for (let count = 0; count < 7; count += 1) await startAssertionWithoutId(lee.browser, CLIENT_ID);
  const secrets = [oldest, secondOldest].map((challenge) => secretOf(lee.authenticator.assertion(challenge)));
  expect(await logInWithEach(lee, PASSKEY, secrets)).toEqual(['005_1', 200]);
});

describe('a passkey as second factor', () => {
  const startSecond = ({ browser, userId }: Pick<PasskeyPerson, 'browser' | 'userId'>) =>
    browser.call('POST', '/auth/oauth2/mfa/check', {
      body: { userId, otpTypeCode: '12', portalType: 'user', fidoStatus: 'start', clientId: CLIENT_ID },
    });

  test('completes the login, but only after the first step', async () => {
    const server = await testServer({ policies: [TWO_STEPS] });
    const beforeFirstStep = await enterWithPasskey(server, 'park');
    expect(errCodeOrStatus(await startSecond(beforeFirstStep))).toBe('notAuthorized');
    const park = await proveFirstStep(server.browser(), 'park');
    const { challenge } = optionsIn(await startSecond(park));
    const secret = secretOf(beforeFirstStep.authenticator.assertion(challenge));
    expect(errCodeOrStatus(await sendSecondStep(park, '12', secret))).toBe(200);
  });

  test('is requested only when the policy ranks passkeys and one is registered', async () => {
    const unranked = await testServer({ policies: [{ ...TWO_STEPS, secondTokenPriority: { sms: 1 } }] });
    await registerPasskey(unranked, 'park', softwareAuthenticator());
    expect(errCodeOrStatus(await startSecond(await proveFirstStep(unranked.browser(), 'park')))).toBe('018');
    const withoutPasskey = await testServer({ policies: [TWO_STEPS] });
    expect(errCodeOrStatus(await startSecond(await proveFirstStep(withoutPasskey.browser(), 'park')))).toBe(
      '011',
    );
  });
});
