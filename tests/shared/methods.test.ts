import { describe, expect, it } from 'vitest';
import { clientConfig, EVERY_TOKEN, NO_TOKENS, policy } from '#cases/samples.ts';
import { channelsOf, hasTokenFor, isUsable, METHOD_CODES } from '#machines/shared/methods.ts';
import { METHODS, type UserTokens } from '#machines/shared/policy.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

it('every method has the type code of the specification', () => {
  expect(METHOD_CODES).toEqual({
    emergencyCode: '0',
    password: '-1',
    sms: '1',
    internalMail: '2',
    privateMail: '3',
    mobileOtp: '9',
    push: '10',
    otpCard: '7',
    yubikey: '8',
    passkey: '12',
  });
});

it.each([
  ['1', ['sms']],
  ['2', ['internalMail']],
  ['3', ['privateMail']],
  ['4', ['sms', 'internalMail']],
  ['5', ['sms', 'privateMail']],
  ['6', ['internalMail', 'privateMail']],
] as const)('the code %s is sent by %s', (code, channels) => {
  expect(channelsOf(code)).toEqual(channels);
});

it.each(['-1', '0', '7', '8', '9', '10', '11', '12', '13'] as const)('the code %s is not sent', (code) => {
  expect(channelsOf(code)).toEqual([]);
});

describe('a person has the method', () => {
  it.each([
    ['sms', { phoneNumber: '010' }],
    ['internalMail', { internalMail: 'k' }],
    ['privateMail', { privateMail: 'k' }],
    ['otpCard', { otpCard: 'C-1' }],
    ['yubikey', { yubikeyFirst: 'c' }],
    ['yubikey', { yubikeySecond: 'c' }],
    ['mobileOtp', { mobileApp: 'phone' }],
    ['mobileOtp', { mobileApp: 'offline' }],
    ['mobileOtp', { mobileApp: '' }],
    ['push', { mobileApp: 'phone' }],
    ['passkey', { passkey: 'laptop' }],
  ] as const)('%s with %j, and does not have it without', (method, tokens) => {
    expect(hasTokenFor({ ...NO_TOKENS, ...tokens }, method)).toBe(true);
    expect(hasTokenFor(NO_TOKENS, method)).toBe(false);
  });

  it('push only when the app is online', () => {
    expect(hasTokenFor({ ...NO_TOKENS, mobileApp: 'offline' }, 'push')).toBe(false);
  });

  it.each(['emergencyCode', 'password'] as const)('%s without any registration', (method) => {
    expect(hasTokenFor(NO_TOKENS, method)).toBe(true);
  });
});

describe('the screen of a method can be opened', () => {
  const all: UserTokens = { ...EVERY_TOKEN, yubikeySecond: null };

  it.each(METHODS)('for %s only when the policy allows it', (method) => {
    const others = METHODS.filter((other) => other !== method);
    expect(isUsable(policy([method], { userTokens: all }), null, METHOD_CODES[method])).toBe(true);
    expect(isUsable(policy(others, { userTokens: all }), null, METHOD_CODES[method])).toBe(false);
  });

  it.each([
    [TYPE_CODES.smsAndInternalMail, 'sms', 'internalMail'],
    [TYPE_CODES.smsAndPrivateMail, 'sms', 'privateMail'],
    [TYPE_CODES.internalAndPrivateMail, 'internalMail', 'privateMail'],
  ] as const)('for the pair %s only with both', (code, first, second) => {
    const contact = first === 'sms' ? 'phoneNumber' : first;
    const usable = (methods: Parameters<typeof policy>[0], userTokens: UserTokens) =>
      isUsable(policy(methods, { userTokens }), null, code);
    expect(usable([first, second], all)).toBe(true);
    expect(usable([first], all)).toBe(false);
    expect(usable([second], all)).toBe(false);
    expect(usable([first, second], { ...all, [contact]: null })).toBe(false);
    expect(usable([first, second], { ...all, [second]: null })).toBe(false);
  });

  it.each([
    [null, false],
    [clientConfig(), false],
    [clientConfig({ qrCode: true }), true],
  ])('for the QR code only when the service offers it', (client, isOpen) => {
    expect(isUsable(policy([], { userTokens: NO_TOKENS }), client, TYPE_CODES.qr)).toBe(isOpen);
  });

  it('never for the face', () => {
    expect(
      isUsable(policy(METHODS, { userTokens: all }), clientConfig({ qrCode: true }), TYPE_CODES.faceId),
    ).toBe(false);
  });
});
