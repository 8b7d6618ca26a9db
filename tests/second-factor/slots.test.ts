import { describe, expect, it } from 'vitest';
import { MAX_SLOTS, offeredTokens, slotsOf, tokenOf } from '#machines/second-factor/slots.ts';
import { EVERYTHING, ranked } from './input.ts';

describe('the tokens of the second step', () => {
  it('stand by rank, and gaps between ranks make no difference', () => {
    expect(offeredTokens(ranked({ otpCard: 5, sms: 1, push: 3 }))).toEqual(['1', '10', '7']);
  });

  it('stand in the order of the grid where ranks tie, the QR code last', () => {
    expect(offeredTokens(ranked({ qrCode: 2, yubikey: 2, internalMail: 2, sms: 2 }))).toEqual([
      '1',
      '2',
      '8',
      '11',
    ]);
  });

  it('are five at most', () => {
    const ranks = { sms: 5, internalMail: 4, privateMail: 3, mobileOtp: 2, push: 1, otpCard: 5, yubikey: 5 };
    expect(offeredTokens(ranked(ranks))).toEqual(['10', '9', '3', '2', '1']);
    expect(MAX_SLOTS).toBe(5);
  });

  it.each([0, 6, 1.5, Number.NaN])('leave the rank %s out', (rank) => {
    expect(offeredTokens(ranked({ sms: rank, otpCard: 2 }))).toEqual(['7']);
  });

  it('leave out names that nobody knows', () => {
    expect(offeredTokens(ranked({ face: 1, toString: 1, sms: 2 }))).toEqual(['1']);
  });

  it('leave out what the person has not registered', () => {
    const userTokens = { ...EVERYTHING, phoneNumber: null, yubikeyFirst: null, passkey: null };
    expect(offeredTokens(ranked({ sms: 1, yubikey: 2, passkey: 3, otpCard: 4 }, { userTokens }))).toEqual([
      '7',
    ]);
  });

  it('need an app with a network for a push and a QR code', () => {
    const userTokens = { ...EVERYTHING, mobileApp: 'offline' };
    expect(offeredTokens(ranked({ push: 1, qrCode: 2, mobileOtp: 3 }, { userTokens }))).toEqual(['9']);
  });

  it('may be none', () => {
    expect(offeredTokens(ranked({}))).toEqual([]);
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
