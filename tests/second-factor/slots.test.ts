import { describe, expect, it } from 'vitest';
import { MAX_SLOTS, offeredTokens, slotsOf, tokenOf } from '#machines/second-factor/slots.ts';
import { EVERYTHING, policyWithRanks } from './input.ts';

describe('the tokens of the second step', () => {
  it('are ordered by rank, also when ranks have gaps', () => {
    expect(offeredTokens(policyWithRanks({ otpCard: 5, sms: 1, push: 3 }))).toEqual(['1', '10', '7']);
  });

  it('with equal ranks have the order of the chooser, and the QR code is last', () => {
    expect(offeredTokens(policyWithRanks({ qrCode: 2, yubikey: 2, internalMail: 2, sms: 2 }))).toEqual([
      '1',
      '2',
      '8',
      '11',
    ]);
  });

  it('are five at most', () => {
    const ranks = { sms: 5, internalMail: 4, privateMail: 3, mobileOtp: 2, push: 1, otpCard: 5, yubikey: 5 };
    expect(offeredTokens(policyWithRanks(ranks))).toEqual(['10', '9', '3', '2', '1']);
    expect(MAX_SLOTS).toBe(5);
  });

  it.each([0, 6, 1.5, Number.NaN])('do not include a token with the rank %s', (rank) => {
    expect(offeredTokens(policyWithRanks({ sms: rank, otpCard: 2 }))).toEqual(['7']);
  });

  it('do not include unknown names', () => {
    expect(offeredTokens(policyWithRanks({ face: 1, toString: 1, sms: 2 }))).toEqual(['1']);
  });

  it('do not include tokens that the person has not registered', () => {
    const userTokens = { ...EVERYTHING, phoneNumber: null, yubikeyFirst: null, passkey: null };
    expect(
      offeredTokens(policyWithRanks({ sms: 1, yubikey: 2, passkey: 3, otpCard: 4 }, { userTokens })),
    ).toEqual(['7']);
  });

  it('include a push and a QR code only with an online app', () => {
    const userTokens = { ...EVERYTHING, mobileApp: 'offline' };
    expect(offeredTokens(policyWithRanks({ push: 1, qrCode: 2, mobileOtp: 3 }, { userTokens }))).toEqual([
      '9',
    ]);
  });

  it('are empty without ranks', () => {
    expect(offeredTokens(policyWithRanks({}))).toEqual([]);
  });
});

it('the active token has the first slot, the others follow by rank', () => {
  expect(slotsOf(['1', '9', '7', '2'], '7')).toEqual(['7', '1', '9', '2']);
  expect(slotsOf(['1', '9'], '1')).toEqual(['1', '9']);
});

it('a token is named by its code', () => {
  expect([tokenOf('11'), tokenOf('-1'), tokenOf('12')]).toEqual(['qrCode', 'password', 'passkey']);
  expect(() => tokenOf('13')).toThrow('13');
});
