import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { isLikely } from '#tools/atlas/likely.ts';

test.each([
  ['password', 'logIn', '001_1', true],
  ['push', 'logIn', '010_3', true],
  ['push', 'requestPush', '012_3', true],
  ['push', 'requestPush', '005_2', false],
  ['sent-code', 'sendCode', '012_1', true],
  ['sent-code', 'sendCode', '005_2', false],
  ['id-entry', 'checkPolicy', '010_3', false],
  ['register-yubikey', 'mapKey', '008_2', true],
  ['register-yubikey', 'mapKey', '007', false],
  ['forgot-password', 'fetchResetConditions', '005_2', false],
])('the port %s.%s is likely to be answered with %s: %s', (flow, port, code, expected) => {
  expect(isLikely(flow, port, code)).toBe(expected);
});

test('every port has some likely codes, and less than half of all', () => {
  const codes = Object.keys(ERROR_CATALOGUE);
  for (const [flow, port] of [
    ['id-entry', 'checkPolicy'],
    ['password', 'logIn'],
    ['device-code', 'logIn'],
    ['passkey', 'startAssertion'],
  ] as const) {
    const likely = codes.filter((code) => isLikely(flow, port, code));
    expect(likely.length).toBeGreaterThan(0);
    expect(likely.length).toBeLessThan(codes.length / 2);
  }
});
