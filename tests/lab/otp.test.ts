import fc from 'fast-check';
import { HOTP, Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, secondsLeft, totp } from '#lab/otp/hotp.ts';
import { yubikeyOtp } from '#lab/otp/yubikey-otp.ts';
import { RFC_SECRET } from './devices.ts';
import { decodeYubikeyOtp } from './yubikey-decoder.ts';

const ascii = (text: string) => new TextEncoder().encode(text);
const KEY_TEXT = '12345678901234567890';
const LONG_KEY_TEXT = KEY_TEXT.repeat(4);

describe('base32', () => {
  it.each([
    ['', ''],
    ['MY======', 'f'],
    ['MZXQ====', 'fo'],
    ['MZXW6', 'foo'],
    ['MZXW6YQ=', 'foob'],
    ['MZXW6YTB', 'fooba'],
    ['MZXW6YTBOI======', 'foobar'],
    [RFC_SECRET, KEY_TEXT],
  ])('reads %j (RFC 4648, section 10)', (text, bytes) => {
    expect(base32Bytes(text)).toEqual(ascii(bytes));
  });

  it('refuses a text with another character', () => {
    expect(() => base32Bytes('M1')).toThrow(RangeError);
  });
});

describe('HOTP', () => {
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => ({ counter, code }),
    ),
  )('is $code at the counter $counter (RFC 4226, appendix D)', ({ counter, code }) => {
    expect(hotp(ascii(KEY_TEXT), counter, 6)).toBe(code);
  });
});

describe('TOTP', () => {
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('at %d s is the value of RFC 6238, appendix B', (seconds, sha1, sha256, sha512) => {
    const now = seconds * 1000;
    expect([
      totp(ascii(KEY_TEXT), now, 30, 8),
      totp(ascii(LONG_KEY_TEXT.slice(0, 32)), now, 30, 8, 'SHA256'),
      totp(ascii(LONG_KEY_TEXT.slice(0, 64)), now, 30, 8, 'SHA512'),
    ]).toEqual([sha1, sha256, sha512]);
  });

  it('is valid for the remaining seconds of its period', () => {
    expect([0, 999, 1000, 29_999, 30_000].map((now) => secondsLeft(now, 30))).toEqual([30, 30, 29, 1, 30]);
  });
});

it('HOTP and TOTP agree with otpauth for any key', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 10, maxLength: 64 }),
      fc.nat(),
      fc.constantFrom(6, 7, 8),
      fc.constantFrom('SHA1', 'SHA256', 'SHA512'),
      (key, counter, digits, algorithm) => {
        const secret = new Secret({ buffer: key.buffer.slice(0) });
        const keyBytes = base32Bytes(secret.base32);
        const now = counter * 30_000;
        expect(hotp(keyBytes, counter, digits, algorithm)).toBe(
          new HOTP({ secret, digits, algorithm }).generate({ counter }),
        );
        expect(totp(keyBytes, now, 30, digits, algorithm)).toBe(
          new TOTP({ secret, digits, algorithm, period: 30 }).generate({ timestamp: now }),
        );
      },
    ),
  );
});

describe('a Yubikey OTP', () => {
  it.each([
    {
      from: "Yubico's test vectors",
      chip: { publicId: '', privateId: '010203040506', aesKey: '000102030405060708090a0b0c0d0e0f' },
      counters: { usage: 1, session: 1, timestamp: 0x01_0001, random: 0 },
      otp: 'dvgtiblfkbgturecfllberrvkinnctnn',
    },
    {
      from: 'a real key',
      chip: {
        publicId: 'ndgtriluugng',
        privateId: 'c5fc55c3767f',
        aesKey: '0682952d3363f225654b58a73b131259',
      },
      counters: { usage: 13, session: 0, timestamp: 0, random: 0x331a },
      otp: 'ndgtriluugngkuhguutjdfihfkleuvnjtjiljkbtbngb',
    },
    {
      from: 'the next touch of that key',
      chip: {
        publicId: 'ndgtriluugng',
        privateId: 'c5fc55c3767f',
        aesKey: '0682952d3363f225654b58a73b131259',
      },
      counters: { usage: 13, session: 1, timestamp: 22, random: 0x975f },
      otp: 'ndgtriluugnghggtkhvrbbrrgtdfeivgklbkviteggcu',
    },
  ])('is the value of $from', ({ chip, counters, otp }) => {
    expect(yubikeyOtp(chip, counters)).toBe(otp);
    expect(decodeYubikeyOtp(otp, chip.aesKey)).toEqual({
      publicId: chip.publicId,
      privateId: chip.privateId,
      ...counters,
      isCrcValid: true,
    });
  });

  it('decodes to its fields, and its CRC is invalid when it was damaged', () => {
    const hex = (bytes: number) =>
      fc
        .uint8Array({ minLength: bytes, maxLength: bytes })
        .map((array) => Buffer.from(array).toString('hex'));
    fc.assert(
      fc.property(
        fc.record({ publicId: fc.constant('ccccccbdefgh'), privateId: hex(6), aesKey: hex(16) }),
        fc.record({
          usage: fc.nat(0x7fff),
          session: fc.nat(0xff),
          timestamp: fc.nat(0xff_ffff),
          random: fc.nat(0xffff),
        }),
        fc.nat(0xffff),
        (chip, counters, damage) => {
          const otp = yubikeyOtp(chip, counters, damage);
          expect(otp).toMatch(/^[cbdefghijklnrtuv]{44}$/);
          expect(decodeYubikeyOtp(otp, chip.aesKey)).toEqual({
            publicId: chip.publicId,
            privateId: chip.privateId,
            ...counters,
            isCrcValid: damage === 0,
          });
        },
      ),
    );
  });
});
