import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { CHALLENGE_LIFETIME } from '#server/storage/repositories/passkey-challenges.ts';
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
  register,
  start,
  startUnnamed,
} from './passkey-steps.ts';
import { enter, logIn, verdictOf, verdicts } from './steps.ts';

const CODE = '12';
const PARK = { id: 'two-steps', users: ['park'], ...twoSteps({ fido2Token: 1, sms: 2 }) };
const PATIENT = { lock: { maxFailures: 100 } };

/** Asks for a challenge and answers it. */
const prove = async (person: PasskeyPerson, changes: AssertionChanges = {}): Promise<unknown> => {
  const assertion = person.authenticator.assertion(await challengeFor(person), changes);
  return verdictOf(await logIn(person, CODE, secretOf(assertion)));
};

describe('a person who has entered the ID', () => {
  test('signs in by passkey, as a hardware key with user verification', async ({ server }) => {
    const lee = await enterWithPasskey(server, 'lee');
    await lee.browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
    expect(await prove(lee)).toBe(200);
    expect(server.engine.finishedRequests).toMatchObject([
      { login: { userId: 'lee', amr: ['hwk', 'user'] } },
    ]);
  });

  test('is asked for a registered passkey, with user verification', async () => {
    const lee = await enterWithPasskey(await testServer(), 'lee');
    const called = await start(lee);
    expect(called.status).toBe(200);
    expect(optionsIn(called)).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: CHALLENGE_LIFETIME,
      userVerification: 'required',
      allowCredentials: [
        { type: 'public-key', id: lee.authenticator.credentialId, transports: ['internal'] },
      ],
    });
  });

  test('is reported as registered only with a passkey', async ({ server }) => {
    const stated = async () => (await checkPolicy(server.browser(), 'lee')).json['userToken'];
    expect(await stated()).toMatchObject({ fido2token: null });
    await register(server, 'lee', softwareAuthenticator());
    expect(await stated()).toMatchObject({ fido2token: 'Laptop' });
  });

  test.for<[string, string, Readonly<Record<string, unknown>>, unknown]>([
    ['whose policy does not allow it', 'kim', {}, '018'],
    ['of another type code', 'lee', { type: '10' }, 'malformed'],
    ['of another status', 'lee', { fidoStatus: 'finish' }, 'malformed'],
    ['at another client', 'lee', { clientId: 'nowhere' }, 'notAuthorized'],
    ['in the name of another', 'lee', { userId: 'hong' }, 'notAuthorized'],
  ])('%s gets no challenge', async ([, userId, changes, errCode]) => {
    const person = await enterWithPasskey(await testServer(), userId);
    expect(verdictOf(await start(person, changes))).toBe(errCode);
  });

  test('without a passkey gets no challenge', async () => {
    expect(verdictOf(await start(await enter(await testServer(), 'yoon')))).toBe('011');
  });

  test('gets no challenge before the password gate, or without a use in the policy', async () => {
    const gated = { id: 'gated', users: ['lee'], authType: 'other', methods: ['pw', 'fido2Token'] };
    const lee = await enterWithPasskey(await testServer({ policies: [gated] }), 'lee');
    expect(verdictOf(await start(lee))).toBe('notAuthorized');
    await passGate(lee.browser, 'lee', lee.policyId);
    expect(await prove(lee)).toBe(200);
    const without = { ...gated, methods: ['pw', 'sms'] };
    const other = await enterWithPasskey(await testServer({ policies: [without] }), 'lee');
    await passGate(other.browser, 'lee', other.policyId);
    expect(verdictOf(await start(other))).toBe('018');
  });
});

describe('without an ID', () => {
  test('signs in without an ID, by the user handle', async ({ server }) => {
    const authenticator = softwareAuthenticator();
    await register(server, 'lee', authenticator);
    const browser = server.browser();
    const called = await startUnnamed(browser);
    expect(optionsIn(called).allowCredentials).toEqual([]);
    const handle = await server.portal.devices.passkeys.handleOf('lee');
    expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
    const { json } = await checkPolicy(browser, handle);
    expect(json['userId']).toBe('lee');
    const assertion = authenticator.assertion(optionsIn(called).challenge, { userHandle: handle });
    const person = { browser, userId: 'lee', policyId: String(json['policyId']) };
    expect(verdictOf(await logIn(person, CODE, secretOf(assertion)))).toBe(200);
  });

  test('has a stable user handle that reveals nothing', async ({ portal, browser }) => {
    const { passkeys } = portal.devices;
    expect(await passkeys.handleOf('lee')).toBe(await passkeys.handleOf('lee'));
    expect(await passkeys.handleOf('lee')).not.toBe(await passkeys.handleOf('oh'));
    expect((await checkPolicy(browser, randomBytes(32).toString('base64url'))).json['errCode']).toBe('000');
  });

  test('gets no challenge where passkeys are disabled or the client is unknown', async () => {
    const off = serviceOf('off');
    const { browser } = await testServer({ clients: [off] });
    expect(verdictOf(await startUnnamed(browser(), 'off'))).toBe('018');
    expect(verdictOf(await startUnnamed(browser(), 'nowhere'))).toBe('016_1');
  });

  test('cannot use the credential or handle of another person', async () => {
    const server = await testServer(PATIENT);
    const lee = await enterWithPasskey(server, 'lee');
    const oh = await enterWithPasskey(server, 'oh');
    expect(await prove({ ...oh, authenticator: lee.authenticator })).toBe('005_1');
    const userHandle = await server.portal.devices.passkeys.handleOf('lee');
    expect(await prove(oh, { userHandle })).toBe('005_1');
    expect(await prove(oh, { userHandle: await server.portal.devices.passkeys.handleOf('oh') })).toBe(200);
  });
});

describe('an assertion', () => {
  test.for<[string, AssertionChanges]>([
    ['of another origin', { origin: 'http://localhost:8081' }],
    ['of a look-alike host', { origin: 'https://localhost.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['without the person being verified', { isVerified: false }],
    ['without the person being there', { isPresent: false }],
    ['signed with another key', { key: newKey().privateKey }],
    ['of a credential that nobody knows', { credentialId: 'AAAA' }],
  ])('%s is refused, and uses its challenge up', async ([, changes]) => {
    const lee = await enterWithPasskey(await testServer(PATIENT), 'lee');
    const challenge = await challengeFor(lee);
    const [spoilt, good] = [
      lee.authenticator.assertion(challenge, changes),
      lee.authenticator.assertion(challenge),
    ];
    expect(await verdicts(lee, CODE, [secretOf(spoilt), secretOf(good)])).toEqual(['005_1', '005_2']);
    expect(await prove(lee)).toBe(200);
  });

  test('is good once', async () => {
    const lee = await enterWithPasskey(await testServer(PATIENT), 'lee');
    const secret = secretOf(lee.authenticator.assertion(await challengeFor(lee)));
    expect(await verdicts(lee, CODE, [secret, secret])).toEqual([200, '005_2']);
  });

  test('of a challenge of another session, another person or another client is refused', async () => {
    const other = serviceOf('other', { passkey: true });
    const server = await testServer({ ...PATIENT, clients: [other] });
    const lee = await enterWithPasskey(server, 'lee');
    const oh = await enterWithPasskey(server, 'oh');
    await checkPolicy(lee.browser, 'oh');
    const challenges = [
      await challengeFor({ ...lee, browser: (await enter(server, 'lee')).browser }),
      await challengeFor(oh),
      await challengeFor({ ...lee, userId: 'oh' }),
      optionsIn(await startUnnamed(lee.browser, 'other')).challenge,
      randomBytes(32).toString('base64url'),
    ];
    const secrets = challenges.map((challenge) => secretOf(lee.authenticator.assertion(challenge)));
    expect(await verdicts(lee, CODE, secrets)).toEqual(secrets.map(() => '005_1'));
  });

  test('expires after 300 s, which is no failed attempt', async () => {
    const server = await testServer({ lock: { maxFailures: 1 } });
    const lee = await enterWithPasskey(server, 'lee');
    const challenge = await challengeFor(lee);
    server.wait(CHALLENGE_LIFETIME);
    const late = secretOf(lee.authenticator.assertion(challenge));
    expect(await verdicts(lee, CODE, [late, late])).toEqual(['005_3', '005_3']);
    expect(await prove(lee)).toBe(200);
  });

  test('whose counter does not rise is refused: the passkey may be a copy', async () => {
    const lee = await enterWithPasskey(await testServer(PATIENT), 'lee');
    const heard = [];
    for (const counter of [5, 5, 4, 0, 6]) heard.push(await prove(lee, { counter }));
    expect(heard).toEqual([200, '005_2', '005_2', '005_2', 200]);
  });

  test('of an authenticator without a counter is accepted each time', async () => {
    const lee = await enterWithPasskey(await testServer(PATIENT), 'lee');
    expect([await prove(lee, { counter: 0 }), await prove(lee, { counter: 0 })]).toEqual([200, 200]);
    expect([await prove(lee, { counter: 1 }), await prove(lee, { counter: 0 })]).toEqual([200, '005_2']);
  });

  test.for([
    ['nothing', ''],
    ['no base64url', '%%%'],
    ['no JSON', Buffer.from('passkey').toString('base64url')],
    ['JSON of something else', secretOf({ id: 'a', response: {} })],
    ['an assertion without client data', secretOf(softwareAuthenticator().assertion('')).slice(0, -30)],
  ])('that is %s is refused and is no guess', async ([, secret = '']) => {
    const lee = await enterWithPasskey(await testServer({ lock: { maxFailures: 1 } }), 'lee');
    expect(await verdicts(lee, CODE, [secret, secret])).toEqual(['005_4', '005_4']);
  });

  test('of a removed passkey is reported as unknown, a wrong one is not', async () => {
    const server = await testServer(PATIENT);
    const lee = await enterWithPasskey(server, 'lee');
    const stated = async (authenticator = lee.authenticator, isVerified = true) => {
      const secret = secretOf(authenticator.assertion(await challengeFor(lee), { isVerified }));
      return (await logIn(lee, CODE, secret)).json['reason'];
    };
    expect([await stated(lee.authenticator, false), await stated(softwareAuthenticator())]).toEqual([
      'passkeyRefused',
      'passkeyUnknown',
    ]);
  });

  test('that is wrong is counted, and the last one locks the method', async () => {
    const lee = await enterWithPasskey(await testServer({ lock: { maxFailures: 3 } }), 'lee');
    const heard = [];
    for (const isVerified of [false, false, false, true]) heard.push(await prove(lee, { isVerified }));
    expect(heard).toEqual(['005_1', '005_1', '005_6', '005_6']);
  });

  test('of a person without a passkey is refused as such', async () => {
    const yoon = await enter(await testServer(), 'yoon');
    const secret = secretOf(softwareAuthenticator().assertion('challenge'));
    expect(await verdicts(yoon, CODE, [secret])).toEqual(['011']);
  });
});

test('a session keeps its newest 8 challenges', async () => {
  const lee = await enterWithPasskey(await testServer(PATIENT), 'lee');
  const oldest = await challengeFor(lee);
  const next = await challengeFor(lee);
  for (let count = 0; count < 7; count += 1) await startUnnamed(lee.browser, CLIENT_ID);
  const secrets = [oldest, next].map((challenge) => secretOf(lee.authenticator.assertion(challenge)));
  expect(await verdicts(lee, CODE, secrets)).toEqual(['005_1', 200]);
});

describe('as second factor', () => {
  const startSecond = ({ browser, userId }: Pick<PasskeyPerson, 'browser' | 'userId'>) =>
    browser.call('POST', '/auth/oauth2/mfa/check', {
      body: { userId, otpTypeCode: '12', portalType: 'user', fidoStatus: 'start', clientId: CLIENT_ID },
    });

  test('completes the login, but only after the first step', async () => {
    const server = await testServer({ policies: [PARK] });
    const early = await enterWithPasskey(server, 'park');
    expect(verdictOf(await startSecond(early))).toBe('notAuthorized');
    const park = await proveFirstStep(server.browser(), 'park');
    const { challenge } = optionsIn(await startSecond(park));
    const secret = secretOf(early.authenticator.assertion(challenge));
    expect(verdictOf(await sendSecondStep(park, '12', secret))).toBe(200);
  });

  test('is requested only where the policy ranks it and one is registered', async () => {
    const unranked = await testServer({ policies: [{ ...PARK, secondTokenPriority: { sms: 1 } }] });
    await register(unranked, 'park', softwareAuthenticator());
    expect(verdictOf(await startSecond(await proveFirstStep(unranked.browser(), 'park')))).toBe('018');
    const without = await testServer({ policies: [PARK] });
    expect(verdictOf(await startSecond(await proveFirstStep(without.browser(), 'park')))).toBe('011');
  });
});
