import { describe, expect, it } from 'vitest';
import {
  ALL_AUTHENTICATORS,
  EXPIRED_LICENSE,
  everyMethod,
  FULL_LICENSE,
  lookUpResult,
  NO_SELF_AUTH,
} from '#cases/chooser/samples.ts';
import { policy } from '#cases/samples.ts';
import { deadEnd, type LookUpState, licenseProblem, tilesOf } from '#machines/chooser/tiles.ts';
import { countVisible } from '#machines/chooser/visible.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import { METHODS, type Method, type Policy } from '#machines/shared/policy.ts';

const known = (...of: Parameters<typeof lookUpResult>): LookUpState => ({
  kind: 'known',
  found: lookUpResult(...of),
});

const tileOf = (
  method: Method,
  of: Policy,
  lookUp: LookUpState,
  isSaas = false,
  passkeys: PasskeySupport = 'supported',
) => {
  const tile = tilesOf(of, lookUp, isSaas, passkeys).find((candidate) => candidate.method === method);
  return tile && [tile.state, tile.reason];
};

const TOKENS: readonly Method[] = ['mobileOtp', 'push', 'otpCard', 'yubikey', 'passkey'];
const contacts = (of: Partial<Policy['userTokens']>) => ({ userTokens: { ...policy().userTokens, ...of } });

it('keeps the order of the specification', () => {
  expect(tilesOf(everyMethod(), known(), false, 'supported').map(({ method }) => method)).toEqual([
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
  it.each(METHODS)('%s is hidden, whatever the person has and the licence says', (method) => {
    const others = METHODS.filter((other) => other !== method);
    const of = policy(others, { authType: 'otp', selfAuth: NO_SELF_AUTH });
    expect(tileOf(method, of, known(ALL_AUTHENTICATORS, EXPIRED_LICENSE))).toEqual(['X', null]);
  });
});

describe('the emergency code and the password', () => {
  it.each(['emergencyCode', 'password'] as const)('%s can be used at once', (method) => {
    expect(tileOf(method, everyMethod(), { kind: 'pending' })).toEqual(['Y', null]);
  });

  it('the password is hidden when it has opened the chooser', () => {
    expect(tileOf('password', everyMethod({ authType: 'other', check: true }), known())).toEqual(['X', null]);
  });
});

describe('a contact', () => {
  it.each([
    ['sms', 'phoneNumber'],
    ['internalMail', 'internalMail'],
    ['privateMail', 'privateMail'],
  ] as const)('%s needs one that is registered', (method, contact) => {
    const lookUp: LookUpState = { kind: 'failed' };
    expect(tileOf(method, everyMethod(contacts({ [contact]: 'k**@ex.kr' })), lookUp)).toEqual(['Y', null]);
    expect(tileOf(method, everyMethod(contacts({ [contact]: null })), lookUp)).toEqual(['D', 'noContact']);
  });
});

describe('a token', () => {
  it.each(TOKENS)('%s is disabled until the look-up answers, and when it fails', (method) => {
    const of = everyMethod(contacts({ otpCard: 'C-1', mobileApp: 'phone', passkey: 'p', yubikeyFirst: 'y' }));
    expect(tileOf(method, of, { kind: 'pending' })).toEqual(['D', 'lookingUp']);
    expect(tileOf(method, of, { kind: 'failed' })).toEqual(['D', 'unknown']);
  });

  it.each(TOKENS)('%s that is registered is available, even without a way to register', (method) => {
    const of = everyMethod({ selfAuth: NO_SELF_AUTH });
    expect(tileOf(method, of, known(ALL_AUTHENTICATORS, EXPIRED_LICENSE))).toEqual(['Y', null]);
  });

  it.each(TOKENS)('%s that is not registered can be registered', (method) => {
    expect(tileOf(method, everyMethod(), known())).toEqual(['N', 'notSetUp']);
  });

  it.each(TOKENS)('%s is disabled when nobody could prove who registers it', (method) => {
    const of = everyMethod({ selfAuth: NO_SELF_AUTH });
    expect(tileOf(method, of, known())).toEqual(['D', 'noSelfAuth']);
  });

  it.each(['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const)(
    'can be registered by %s alone',
    (way) => {
      const of = everyMethod({ selfAuth: { ...NO_SELF_AUTH, [way]: true } });
      expect(tileOf('otpCard', of, known())).toEqual(['N', 'notSetUp']);
    },
  );

  it('either Yubikey is enough', () => {
    expect(tileOf('yubikey', everyMethod(), known({ yubikeySecond: 'cccccd' }))).toEqual(['Y', null]);
  });

  it('the look-up overrides the registered tokens of the policy', () => {
    const of = everyMethod(contacts({ otpCard: 'C-1' }));
    expect(tileOf('otpCard', of, known())).toEqual(['N', 'notSetUp']);
  });

  it('push needs an app that is online, the app OTP any', () => {
    const lookUp = known({ mobileApp: 'offline' });
    expect(tileOf('push', everyMethod(), lookUp)).toEqual(['N', 'offlineApp']);
    expect(tileOf('mobileOtp', everyMethod(), lookUp)).toEqual(['Y', null]);
  });
});

describe('the licence', () => {
  const noWay = { selfAuth: NO_SELF_AUTH };

  it.each<[string, Method, Parameters<typeof everyMethod>[0], Parameters<typeof lookUpResult>[0], unknown]>([
    ['blocks an app that is not set up', 'mobileOtp', {}, {}, ['L', 'license']],
    ['blocks a disabled app', 'mobileOtp', noWay, {}, ['L', 'license']],
    ['leaves an app that is registered', 'mobileOtp', {}, { mobileApp: 'phone' }, ['Y', null]],
    ['blocks a push that is not set up', 'push', {}, {}, ['L', 'license']],
    ['blocks a push whose app is offline', 'push', {}, { mobileApp: 'offline' }, ['L', 'license']],
    ['leaves a disabled push', 'push', noWay, {}, ['D', 'noSelfAuth']],
    ['leaves the OTP card', 'otpCard', {}, {}, ['N', 'notSetUp']],
    ['leaves the Yubikey', 'yubikey', {}, {}, ['N', 'notSetUp']],
    ['leaves the passkey', 'passkey', {}, {}, ['N', 'notSetUp']],
  ])('%s', (_name, method, changes, authenticators, tile) => {
    for (const license of [EXPIRED_LICENSE, FULL_LICENSE]) {
      expect(tileOf(method, everyMethod(changes), known(authenticators, license))).toEqual(tile);
    }
  });

  it.each(['mobileOtp', 'push'] as const)('blocks no %s on SaaS', (method) => {
    expect(tileOf(method, everyMethod(), known({}, EXPIRED_LICENSE), true)).toEqual(['N', 'notSetUp']);
  });

  it.each([
    [true, true, null],
    [false, true, 'expired'],
    [true, false, 'max'],
    [false, false, 'expired'],
  ])('with time left %s and room %s has the text %s', (hasTimeLeft, hasRoom, problem) => {
    expect(licenseProblem({ hasTimeLeft, hasRoom })).toBe(problem);
  });
});

describe('the passkey, where the browser has none', () => {
  it.each(['missing', 'insecure'] as const)('says that it is %s, whatever is registered', (support) => {
    for (const lookUp of [known(ALL_AUTHENTICATORS), known(), { kind: 'pending' } as const]) {
      expect(tileOf('passkey', everyMethod(), lookUp, false, support)).toEqual(['D', support]);
    }
    expect(tileOf('passkey', policy([], { authType: 'otp' }), known(), false, support)).toEqual(['X', null]);
    expect(tileOf('yubikey', everyMethod(), known(ALL_AUTHENTICATORS), false, support)).toEqual(['Y', null]);
  });
});

it.each([
  [policy([], { authType: 'otp' }), 0],
  [policy(['sms'], { authType: 'otp' }), 1],
  [policy(['password', 'sms']), 1],
  [everyMethod(), 10],
])('counts the tiles that are shown', (of, count) => {
  expect(countVisible(of)).toBe(count);
});

describe('a chooser without a usable tile', () => {
  const endOf = (of: Policy, lookUp: LookUpState = known()) =>
    deadEnd(tilesOf(of, lookUp, false, 'supported'));
  const devices = (changes: Parameters<typeof policy>[1] = {}) =>
    policy(['otpCard', 'push'], { authType: 'otp', ...changes });

  it.each<[string, Policy, LookUpState | undefined, ReturnType<typeof deadEnd>]>([
    ['nothing is allowed', policy([], { authType: 'otp' }), undefined, 'noneAllowed'],
    ['nothing can be registered', devices({ selfAuth: NO_SELF_AUTH }), undefined, 'noneAllowed'],
    ['nothing is registered', devices(), undefined, 'noneRegistered'],
    ['one is registered', devices(), known({ otpCard: 'C-1' }), null],
    ['the look-up runs', devices(), { kind: 'pending' }, null],
    ['the look-up has failed', devices(), { kind: 'failed' }, null],
    ['a contact is there', everyMethod(), undefined, null],
  ])('because %s', (_name, of, lookUp, end) => {
    expect(endOf(of, lookUp)).toBe(end);
  });
});
