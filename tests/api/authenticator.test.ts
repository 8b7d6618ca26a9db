import { describe, expect, it } from 'vitest';
import { NO_AUTHENTICATORS } from '#cases/samples.ts';
import { fetchAuthenticators } from '#src/api/authenticator.ts';
import { authenticatorLookUp } from '#src/api/decode/authenticator.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import { decode } from './decode.ts';

const { signal } = new AbortController();

const read = (answer: unknown) => decode(authenticatorLookUp, answer);

const VALID_LICENSE = { hasTimeLeft: true, isBelowLimit: true };

describe('the registered factors', () => {
  it('are malformed when they are sent as a list', () => {
    expect(read({ status: 200, authenticator: [{}] })).toBe('malformed');
  });

  it('are read under the names of the portal, and everything else is dropped', () => {
    const authenticator = {
      mobileApp: 'Galaxy S30',
      otpCard: 'C-1',
      yubikeyFirst: 'cccccc',
      yubikeySecond: 'cccccd',
      fido2token: 'laptop',
      secret: 'x',
    };
    expect(read({ status: 200, authenticator, license: { isCheckExpired: true, isCheckMax: true } })).toEqual(
      {
        authenticators: {
          mobileApp: 'Galaxy S30',
          otpCard: 'C-1',
          yubikeyFirst: 'cccccc',
          yubikeySecond: 'cccccd',
          passkey: 'laptop',
        },
        license: VALID_LICENSE,
      },
    );
  });

  it.each<[string, unknown, string | null]>([
    ['mobileApp', undefined, null],
    ['mobileApp', null, null],
    ['mobileApp', '', null],
    ['mobileApp', 'offline', 'offline'],
    ['mobileApp', 'Galaxy S30', 'Galaxy S30'],
    [
      'mobileApp',
      { uuid: 'u', os: 'iOS 20', appVersion: '2.9', deviceName: 'iPhone' },
      'iPhone · iOS 20 · 2.9',
    ],
    ['mobileApp', { uuid: 'u', deviceName: 'iPhone', os: null }, 'iPhone'],
    ['mobileApp', { uuid: 'u' }, ''],
    ['mobileApp', {}, ''],
    [
      'otpCard',
      { serialNumber: 'C*1', modelCode: 200, companyName: 'Hanbit', registrationDate: '2026-03-02' },
      'C*1 · 200 · Hanbit · 2026-03-02',
    ],
    ['yubikeyFirst', { publicId: 'cc*h', serialNumber: 'Y*1', modelCode: '5 NFC' }, 'Y*1 · 5 NFC · cc*h'],
    ['yubikeySecond', { publicId: 'cc*h' }, 'cc*h'],
  ])('contain %s: %j is read as %j', (name, sent, shown) => {
    expect(read({ authenticator: { [name]: sent } })).toEqual({
      authenticators: { ...NO_AUTHENTICATORS, [name]: shown },
      license: VALID_LICENSE,
    });
  });

  it.each([{}, { authenticator: null, license: null }, { authenticator: { otpCard: '', fido2token: null } }])(
    'are all null when the answer is %j',
    (answer) => {
      expect(read(answer)).toEqual({ authenticators: NO_AUTHENTICATORS, license: VALID_LICENSE });
    },
  );

  it.each([
    [{ authenticator: { otpCard: 7 } }],
    [{ authenticator: { mobileApp: true } }],
    [{ authenticator: { mobileApp: ['phone'] } }],
    [{ authenticator: 'none' }],
    [{ license: true }],
    [null],
    ['<html>'],
  ])('are malformed in %j', (answer) => {
    expect(read(answer)).toBe('malformed');
  });
});

describe('a licence check', () => {
  it.each([
    [true, true],
    ['Y', true],
    [undefined, true],
    [null, true],
    [false, false],
    ['N', false],
    ['', false],
    [0, false],
  ])('with the flag %j passes: %s', (check, passed) => {
    expect(read({ license: { isCheckExpired: check, isCheckMax: true } })).toMatchObject({
      license: { hasTimeLeft: passed, isBelowLimit: true },
    });
    expect(read({ license: { isCheckExpired: true, isCheckMax: check } })).toMatchObject({
      license: { hasTimeLeft: true, isBelowLimit: passed },
    });
  });
});

describe('the call for registered factors', () => {
  const network = openNetwork();

  it('has the encoded IDs of person and service in its address', async () => {
    network.answer(() => Response.json({}));
    await fetchAuthenticators(clientWith(), { userId: '김/a', clientId: 'b&c' }, signal);
    expect(network.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://portal.example/data/sso/authenticator/%EA%B9%80%2Fa?clientId=b%26c'],
    ]);
  });

  it('throws for a user ID that cannot be a path segment', async () => {
    await expect(
      fetchAuthenticators(clientWith(), { userId: '..', clientId: 'c' }, signal),
    ).rejects.toMatchObject({ name: 'PathValueError' });
    expect(network.requests).toEqual([]);
  });
});
