import { describe, expect, it } from 'vitest';
import {
  ALL_AUTHENTICATORS,
  authenticatorLookUp,
  EXHAUSTED_LICENSE,
  EXPIRED_LICENSE,
  NO_IDENTITY_METHODS,
  policyWithEveryMethod,
} from '#cases/chooser/samples.ts';
import { policy } from '#cases/samples.ts';
import { deadEnd, type LookUpState, licenseProblem, tilesOf } from '#machines/chooser/tiles.ts';
import { countVisible } from '#machines/chooser/visible.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import { METHODS, type Method, type Policy } from '#machines/shared/policy.ts';

const known = (...args: Parameters<typeof authenticatorLookUp>): LookUpState => ({
  kind: 'known',
  result: authenticatorLookUp(...args),
});

const tileOf = (
  method: Method,
  personPolicy: Policy,
  lookUp: LookUpState,
  isSaas = false,
  passkeys: PasskeySupport = 'supported',
) => {
  const tile = tilesOf(personPolicy, lookUp, isSaas, passkeys).find(
    (candidate) => candidate.method === method,
  );
  return tile && [tile.state, tile.reason];
};

const TOKENS: readonly Method[] = ['mobileOtp', 'push', 'otpCard', 'yubikey', 'passkey'];
const contacts = (changes: Partial<Policy['userTokens']>) => ({
  userTokens: { ...policy().userTokens, ...changes },
});

it('tiles have the order of the specification', () => {
  expect(tilesOf(policyWithEveryMethod(), known(), false, 'supported').map(({ method }) => method)).toEqual([
    'emergencyCode',
    'password',
    'sms',
    'internalMail',
    'privateMail',
    'mobileOtp',
    'push',
    'otpCard',
    'yubikey',
    'passkey',
  ]);
});

describe('a method that the policy does not allow', () => {
  it.each(METHODS)('has a hidden tile, whatever tokens and licence there are: %s', (method) => {
    const others = METHODS.filter((other) => other !== method);
    const personPolicy = policy(others, { authType: 'otp', selfAuth: NO_IDENTITY_METHODS });
    expect(tileOf(method, personPolicy, known(ALL_AUTHENTICATORS, EXPIRED_LICENSE))).toEqual(['X', null]);
  });
});

describe('a tile without a token', () => {
  it.each(['emergencyCode', 'password'] as const)('can be used before the look-up answers: %s', (method) => {
    expect(tileOf(method, policyWithEveryMethod(), { kind: 'pending' })).toEqual(['Y', null]);
  });

  it('is hidden for the password after the password gate', () => {
    expect(tileOf('password', policyWithEveryMethod({ authType: 'other', check: true }), known())).toEqual([
      'X',
      null,
    ]);
  });
});

describe('the tile of a sent code', () => {
  it.each([
    ['sms', 'phoneNumber'],
    ['internalMail', 'internalMail'],
    ['privateMail', 'privateMail'],
  ] as const)('of %s needs the registered contact %s', (method, contact) => {
    const lookUp: LookUpState = { kind: 'failed' };
    expect(tileOf(method, policyWithEveryMethod(contacts({ [contact]: 'k**@ex.kr' })), lookUp)).toEqual([
      'Y',
      null,
    ]);
    expect(tileOf(method, policyWithEveryMethod(contacts({ [contact]: null })), lookUp)).toEqual([
      'D',
      'noContact',
    ]);
  });
});

describe('the tile of a token', () => {
  it.each(TOKENS)('is disabled until the look-up answers, and when it fails: %s', (method) => {
    const personPolicy = policyWithEveryMethod(
      contacts({ otpCard: 'C-1', mobileApp: 'phone', passkey: 'p', yubikeyFirst: 'y' }),
    );
    expect(tileOf(method, personPolicy, { kind: 'pending' })).toEqual(['D', 'lookingUp']);
    expect(tileOf(method, personPolicy, { kind: 'failed' })).toEqual(['D', 'unknown']);
  });

  it.each(TOKENS)(
    'can be used when the token is registered, even without an identity method: %s',
    (method) => {
      const personPolicy = policyWithEveryMethod({ selfAuth: NO_IDENTITY_METHODS });
      expect(tileOf(method, personPolicy, known(ALL_AUTHENTICATORS, EXPIRED_LICENSE))).toEqual(['Y', null]);
    },
  );

  it.each(TOKENS)('leads to the registration when the token is not registered: %s', (method) => {
    expect(tileOf(method, policyWithEveryMethod(), known())).toEqual(['N', 'notSetUp']);
  });

  it.each(TOKENS)('is disabled without an identity method for its registration: %s', (method) => {
    const personPolicy = policyWithEveryMethod({ selfAuth: NO_IDENTITY_METHODS });
    expect(tileOf(method, personPolicy, known())).toEqual(['D', 'noSelfAuth']);
  });

  it.each(['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const)(
    'leads to the registration when %s is the only identity method',
    (method) => {
      const personPolicy = policyWithEveryMethod({ selfAuth: { ...NO_IDENTITY_METHODS, [method]: true } });
      expect(tileOf('otpCard', personPolicy, known())).toEqual(['N', 'notSetUp']);
    },
  );

  it('can be used when one of the two Yubikeys is registered', () => {
    expect(tileOf('yubikey', policyWithEveryMethod(), known({ yubikeySecond: 'cccccd' }))).toEqual([
      'Y',
      null,
    ]);
  });

  it('depends on the look-up rather than on the tokens of the policy', () => {
    const personPolicy = policyWithEveryMethod(contacts({ otpCard: 'C-1' }));
    expect(tileOf('otpCard', personPolicy, known())).toEqual(['N', 'notSetUp']);
  });

  it('of a push needs an online app, and that of the app code any app', () => {
    const lookUp = known({ mobileApp: 'offline' });
    expect(tileOf('push', policyWithEveryMethod(), lookUp)).toEqual(['N', 'offlineApp']);
    expect(tileOf('mobileOtp', policyWithEveryMethod(), lookUp)).toEqual(['Y', null]);
  });
});

describe('the licence', () => {
  const noIdentityMethod = { selfAuth: NO_IDENTITY_METHODS };

  it.each<
    [
      string,
      Method,
      Parameters<typeof policyWithEveryMethod>[0],
      Parameters<typeof authenticatorLookUp>[0],
      unknown,
    ]
  >([
    ['blocks an app that is not set up', 'mobileOtp', {}, {}, ['L', 'license']],
    ['blocks a disabled app', 'mobileOtp', noIdentityMethod, {}, ['L', 'license']],
    ['does not block a registered app', 'mobileOtp', {}, { mobileApp: 'phone' }, ['Y', null]],
    ['blocks a push that is not set up', 'push', {}, {}, ['L', 'license']],
    ['blocks a push whose app is offline', 'push', {}, { mobileApp: 'offline' }, ['L', 'license']],
    ['does not block a disabled push', 'push', noIdentityMethod, {}, ['D', 'noSelfAuth']],
    ['does not block the OTP card', 'otpCard', {}, {}, ['N', 'notSetUp']],
    ['does not block the Yubikey', 'yubikey', {}, {}, ['N', 'notSetUp']],
    ['does not block the passkey', 'passkey', {}, {}, ['N', 'notSetUp']],
  ])('%s', (_name, method, changes, authenticators, tile) => {
    for (const license of [EXPIRED_LICENSE, EXHAUSTED_LICENSE]) {
      expect(tileOf(method, policyWithEveryMethod(changes), known(authenticators, license))).toEqual(tile);
    }
  });

  it.each(['mobileOtp', 'push'] as const)('does not block %s on SaaS', (method) => {
    expect(tileOf(method, policyWithEveryMethod(), known({}, EXPIRED_LICENSE), true)).toEqual([
      'N',
      'notSetUp',
    ]);
  });

  it.each([
    [true, true, null],
    [false, true, 'expired'],
    [true, false, 'max'],
    [false, false, 'expired'],
  ])(
    'when hasTimeLeft is %s and isBelowLimit is %s has the problem %s',
    (hasTimeLeft, isBelowLimit, problem) => {
      expect(licenseProblem({ hasTimeLeft, isBelowLimit })).toBe(problem);
    },
  );
});

describe('the tile of a passkey in a browser without passkeys', () => {
  it.each(['missing', 'insecure'] as const)('is disabled as %s, whatever is registered', (support) => {
    for (const lookUp of [known(ALL_AUTHENTICATORS), known(), { kind: 'pending' } as const]) {
      expect(tileOf('passkey', policyWithEveryMethod(), lookUp, false, support)).toEqual(['D', support]);
    }
    expect(tileOf('passkey', policy([], { authType: 'otp' }), known(), false, support)).toEqual(['X', null]);
    expect(tileOf('yubikey', policyWithEveryMethod(), known(ALL_AUTHENTICATORS), false, support)).toEqual([
      'Y',
      null,
    ]);
  });
});

it.each([
  [policy([], { authType: 'otp' }), 0],
  [policy(['sms'], { authType: 'otp' }), 1],
  [policy(['password', 'sms']), 1],
  [policyWithEveryMethod(), 10],
])('%o has %i visible tiles', (personPolicy, count) => {
  expect(countVisible(personPolicy)).toBe(count);
});

describe('the dead end of a chooser', () => {
  const deadEndOf = (personPolicy: Policy, lookUp: LookUpState = known()) =>
    deadEnd(tilesOf(personPolicy, lookUp, false, 'supported'));
  const devices = (changes: Parameters<typeof policy>[1] = {}) =>
    policy(['otpCard', 'push'], { authType: 'otp', ...changes });

  it.each<[string, ReturnType<typeof deadEnd>, Policy, LookUpState?]>([
    ['no method is allowed', 'noneAllowed', policy([], { authType: 'otp' })],
    ['no token can be registered', 'noneAllowed', devices({ selfAuth: NO_IDENTITY_METHODS })],
    ['no token is registered', 'noneRegistered', devices()],
    ['one token is registered', null, devices(), known({ otpCard: 'C-1' })],
    ['the look-up runs', null, devices(), { kind: 'pending' }],
    ['the look-up has failed', null, devices(), { kind: 'failed' }],
    ['a contact is registered', null, policyWithEveryMethod()],
  ])('when %s is %s', (_name, end, personPolicy, lookUp) => {
    expect(deadEndOf(personPolicy, lookUp)).toBe(end);
  });
});
