import { expect, it } from 'vitest';
import { policy } from '#cases/samples.ts';
import { firstTokens } from '#machines/portal/policy-rules.ts';

it.each([
  ['the password alone', { authType: 'other', check: false }, null, ['password']],
  ['the password, whatever was asked for before', { authType: 'other', check: false }, '7', ['password']],
  ['the password of the gate and a card', { authType: 'other', check: true }, '7', ['password', 'otpCard']],
  ['a code by SMS', { authType: 'otp', check: false }, '1', ['sms']],
  ['the password as a method', { authType: 'otp', check: false }, '-1', ['password']],
  ['a QR code', { authType: 'otp', check: false }, '11', ['push', 'qrCode']],
  ['nothing that is known', { authType: 'otp', check: false }, null, []],
] as const)('the first step has used %s', (_name, changes, method, used) => {
  expect(firstTokens(policy(['password'], changes), method)).toEqual(used);
});
