import { describe, expect, test } from 'vitest';
import { codeOf, movingFactorOf, timeStep } from '#server/login/otp/one-time-password.ts';
import { decryptYubikeyBlock, modhexBytes, splitYubikeyOtp } from '#server/login/otp/yubikey-otp.ts';

/** The ASCII keys of the RFCs in base32. */
const SHA1_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const SHA256_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA';
const SHA512_KEY =
  'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA';

const HOTP_KEY = { secret: SHA1_KEY, algorithm: 'SHA1', digits: 6 } as const;
const HOTP_CODES = [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
];

describe('HOTP', () => {
  test.for([...HOTP_CODES.entries()])(
    'the code of RFC 4226, appendix D, for count %i is %s',
    ([count, code]) => {
      expect(codeOf(HOTP_KEY, count)).toBe(code);
    },
  );

  test('a code is found only inside the window of counters, and only with all its digits', () => {
    expect(movingFactorOf('969429', HOTP_KEY, 0, 9)).toBe(3);
    expect(movingFactorOf('969429', HOTP_KEY, 4, 9)).toBeNull();
    expect(movingFactorOf('969429', HOTP_KEY, 0, 2)).toBeNull();
    expect(movingFactorOf('755224', HOTP_KEY, -20, -1)).toBeNull();
    expect(movingFactorOf('75522', HOTP_KEY, 0, 9)).toBeNull();
  });
});

describe('TOTP', () => {
  test.for([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ] as const)(
    'the codes of RFC 6238, appendix B, at %i s are %s, %s and %s',
    ([seconds, sha1, sha256, sha512]) => {
      const step = timeStep(seconds * 1000, 30);
      expect(codeOf({ secret: SHA1_KEY, algorithm: 'SHA1', digits: 8 }, step)).toBe(sha1);
      expect(codeOf({ secret: SHA256_KEY, algorithm: 'SHA256', digits: 8 }, step)).toBe(sha256);
      expect(codeOf({ secret: SHA512_KEY, algorithm: 'SHA512', digits: 8 }, step)).toBe(sha512);
    },
  );
});

describe('Yubikey OTP', () => {
  test.for([
    ['dteffuje', '2d344e83'],
    ['hknhfjbrjnlnldnhcujvddbikngjrtgh', '69b6481c8baba2b60e8f22179b58cd56'],
    ['urtubjtnuihvntcreeeecvbregfjibtn', 'ecde18dbe76fbd0c33330f1c354871db'],
    ['ifhgieif', '74657374'],
  ] as const)('the modhex %s of yubico-c, test-vectors.txt, is %s', ([modhex, hex]) => {
    expect(modhexBytes(modhex).toString('hex')).toBe(hex);
  });

  test.for([
    {
      from: 'yubico-c, test-vectors.txt',
      otp: 'dteffujehknhfjbrjnlnldnhcujvddbikngjrtgh',
      aesKey: 'ecde18dbe76fbd0c33330f1c354871db',
      publicId: 'dteffuje',
      reading: { privateId: '8792ebfe26cc', usageCounter: 19, sessionCounter: 17 },
    },
    {
      from: 'the yubikey gem, with 44 characters',
      otp: 'enrlucvketdlfeknvrdggingjvrggeffenhevendbvgd',
      aesKey: '4013a2c719c4e9734bbc63048b00e16b',
      publicId: 'enrlucvketdl',
      reading: { privateId: '912a644bbc7b', usageCounter: 1, sessionCounter: 0 },
    },
  ])(
    'the OTP of $from is decrypted; upper case and spaces around it do not matter',
    ({ otp, aesKey, publicId, reading }) => {
      const parts = splitYubikeyOtp(otp);
      expect(parts?.publicId).toBe(publicId);
      expect(decryptYubikeyBlock(parts?.block ?? '', aesKey)).toEqual(reading);
      expect(splitYubikeyOtp(otp.toUpperCase())).toEqual(parts);
      expect(splitYubikeyOtp(` \t${otp}\n`)).toEqual(parts);
      expect(splitYubikeyOtp(`${otp.slice(0, 12)} ${otp.slice(12)}`)).toBeNull();
    },
  );

  test('the checksum detects a wrong key and a changed character', () => {
    const block = 'hknhfjbrjnlnldnhcujvddbikngjrtgh';
    expect(decryptYubikeyBlock(block, '4013a2c719c4e9734bbc63048b00e16b')).toBeNull();
    const changed = `${block.slice(1)}d`;
    expect(decryptYubikeyBlock(changed, 'ecde18dbe76fbd0c33330f1c354871db')).toBeNull();
  });

  test.for(['', 'hknhfjbrjnlnldnhcujvddbikngjrtg', 'a'.repeat(44), 'c'.repeat(49), '123456'])(
    '%j is not an OTP',
    (text) => {
      expect(splitYubikeyOtp(text)).toBeNull();
    },
  );
});
