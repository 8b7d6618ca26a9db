import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { base32Bytes } from '#lab/otp/base32.ts';
import { totp } from '#lab/otp/hotp.ts';
import { dpopProof, generateDeviceKey } from '#phone/keys/device-key.ts';
import { base32, base64url, bytesOfBase64url, utf8 } from '#phone/keys/encoding.ts';
import { encryptForPortal } from '#phone/keys/encrypt-for-portal.ts';
import { createClientKey, deriveOfflineKey } from '#phone/keys/offline-key.ts';
import { codeAt, generateCodeKey, untilNextCode } from '#phone/keys/one-time-password.ts';
import { verifyDpopProof } from '#server/login/device/signatures.ts';
import { decryptJwe } from '#server/login/provision/jwe.ts';

const CALL = { method: 'GET', url: 'https://portal.example/device/pushes' };
const NOW = 1_800_000_000_000;

/** The key of RFC 6238, appendix B. */
const rfcKey = () =>
  crypto.subtle.importKey('raw', utf8('12345678901234567890'), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ]);

describe('the codes of the app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d s', async (seconds, code) => {
    expect(await codeAt(await rfcKey(), seconds * 1000)).toBe(code);
  });

  test('change every 30 seconds', () => {
    expect([0, 1, 29_999, 30_000].map(untilNextCode)).toEqual([30_000, 29_999, 1, 30_000]);
  });

  test('have a new key of 20 bytes, which cannot be exported', async () => {
    const { secret, key } = await generateCodeKey();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await generateCodeKey()).secret).not.toBe(secret);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });
});

test('the offline key is that of the example in docs/device-calls.md, and cannot be exported', async () => {
  const { key, digits } = await deriveOfflineKey('AB12CD34EF56GH78', 'K7QM2ZXW');
  expect(digits).toBe('269521');
  const secret = base32Bytes('DP2GSE4BMG3JTZ3ZZFVPXHVQ6GUJLD4I');
  expect(await codeAt(key, NOW)).toBe(totp(secret, NOW, 30, 6));
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('a client key has 16 uniformly distributed characters', () => {
  const keys = Array.from({ length: 2_000 }, createClientKey);
  expect(keys.every((key) => /^[A-Z0-9]{16}$/.test(key))).toBe(true);
  const counts = new Map<string, number>();
  for (const character of keys.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(36);
  expect(Math.min(...counts.values())).toBeGreaterThan(700);
  expect(Math.max(...counts.values())).toBeLessThan(1_100);
});

describe('the portal', () => {
  test('accepts the DPoP proofs of a key that cannot be exported; each call has another proof', async () => {
    const key = await generateDeviceKey();
    const proofs = [await dpopProof(key, CALL, NOW), await dpopProof(key, CALL, NOW)];
    const verified = proofs.map((proof) => verifyDpopProof(proof, CALL, NOW));
    expect(verified[0]?.thumbprint).toMatch(/^[\w-]{43}$/);
    expect(verified[1]?.thumbprint).toBe(verified[0]?.thumbprint);
    expect(verified[1]?.jti).not.toBe(verified[0]?.jti);
    expect(verifyDpopProof(proofs[0] ?? '', { ...CALL, method: 'POST' }, NOW)).toBeNull();
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow();
  });

  test('decrypts a text that was encrypted for its key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n: modulus = '', e: exponent = '' } = publicKey.export({ format: 'jwk' });
    const jwe = await encryptForPortal({ modulus, exponent }, { deviceName: '휴대폰' });
    expect(decryptJwe(jwe, privateKey)).toBe('{"deviceName":"휴대폰"}');
    await expect(encryptForPortal({ modulus: 'no key', exponent }, {})).rejects.toThrow();
  });
});

test('base64url and base32 are encoded as by other implementations', () => {
  const bytes = utf8('문지기 …');
  expect(Buffer.from(base64url(bytes), 'base64url')).toEqual(Buffer.from(bytes));
  expect([...bytesOfBase64url(Buffer.from(bytes).toString('base64url'))]).toEqual([...bytes]);
  expect(base32(utf8('12345678901234567890'))).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
