import { expect, test } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { secretOf } from '#tests/support/server/software-authenticator.ts';
import { codeAt, codeNow, codeOtherThan, touch, wrongAppCode, wrongCardCode } from './device-codes.ts';
import { challengeFor, enterWithPasskey } from './passkey-steps.ts';
import { codeIn, enter, errCodeOrStatus, logIn, type Person, send } from './steps.ts';

const { otpCard, yubikeyFirst, mobileApp } = SEEDED_DEVICES.lee;

/** A person who has entered the ID, with a right and a wrong secret. */
type Prepared = { readonly person: Person; readonly right: string; readonly wrong: string };

const METHODS: readonly (readonly [string, code: string, (server: TestServer) => Promise<Prepared>])[] = [
  [
    'a code by SMS',
    '1',
    async (server) => {
      const person = await enter(server, 'lee');
      await send(person, 'sms');
      const right = codeIn(server, 'lee', 'sms');
      return { person, right, wrong: codeOtherThan(right) };
    },
  ],
  [
    'a card',
    '7',
    async (server) => ({
      person: await enter(server, 'lee'),
      right: codeAt(otpCard.secret, 0),
      wrong: wrongCardCode(otpCard.secret),
    }),
  ],
  [
    'a Yubikey',
    '8',
    async (server) => ({
      person: await enter(server, 'lee'),
      right: touch(yubikeyFirst, 1, 0),
      wrong: touch(yubikeyFirst, 1, 0, 1),
    }),
  ],
  [
    'the app',
    '9',
    async (server) => ({
      person: await enter(server, 'lee'),
      right: codeNow(mobileApp.secret, server.clock.now),
      wrong: wrongAppCode(mobileApp.secret, server.clock.now),
    }),
  ],
  [
    'a passkey',
    '12',
    async (server) => {
      const person = await enterWithPasskey(server, 'lee');
      const newSecret = async (isVerified: boolean) =>
        secretOf(person.authenticator.assertion(await challengeFor(person), { isVerified }));
      return { person, right: await newSecret(true), wrong: await newSecret(false) };
    },
  ],
];

/** Logs in concurrently with one secret; returns the outcomes. */
const logInConcurrently = async (
  person: Person,
  tokenCode: string,
  secret: string,
  count: number,
): Promise<unknown[]> => {
  const logins = Array.from({ length: count }, () =>
    logIn({ ...person, browser: person.browser.clone() }, tokenCode, secret),
  );
  return (await Promise.all(logins)).map(errCodeOrStatus);
};

test.for(METHODS)(
  'of 20 concurrent logins with the same secret of %s, one succeeds',
  async ([, tokenCode, prepare]) => {
    const { person, right } = await prepare(await testServer({ lock: { maxFailures: 100 } }));
    const outcomes = await logInConcurrently(person, tokenCode, right, 20);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
  },
);

test.for(METHODS.filter(([name]) => name !== 'a passkey'))(
  'of 100 concurrent guesses at %s, 4 are answered as wrong and all others as locked, and so is the right secret',
  async ([, tokenCode, prepare]) => {
    const { person, right, wrong } = await prepare(await testServer({ limits: { failuresPerMinute: 1000 } }));
    const outcomes = await logInConcurrently(person, tokenCode, wrong, 100);
    expect(outcomes.filter((outcome) => outcome !== '005_6')).toHaveLength(4);
    expect(errCodeOrStatus(await logIn(person, tokenCode, right))).toBe('005_6');
  },
);
