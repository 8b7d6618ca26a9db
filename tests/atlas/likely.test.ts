import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { isLikely } from '#tools/atlas/likely.ts';

test('an error is likely where the calls of a flow bring it, and only possible elsewhere', () => {
  expect(isLikely('password', '001_1')).toBe(true);
  expect(isLikely('push', '010_3')).toBe(true);
  expect(isLikely('id-entry', '010_3')).toBe(false);
  expect(isLikely('register-yubikey', '008_2')).toBe(true);
  expect(isLikely('register-yubikey', '007')).toBe(false);
});

test('no flow that asks the server has all codes for likely ones', () => {
  const codes = Object.keys(ERROR_CATALOGUE);
  for (const flow of ['id-entry', 'password', 'sent-code', 'device-code', 'push', 'qr', 'passkey']) {
    const likely = codes.filter((code) => isLikely(flow, code));
    expect(likely.length).toBeGreaterThan(0);
    expect(likely.length).toBeLessThan(codes.length / 2);
  }
});
