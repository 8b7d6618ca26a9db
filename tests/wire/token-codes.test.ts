import { describe, expect, it } from 'vitest';
import { parseTokenCode, routeCode, TYPE_CODES } from '#wire/token-codes.ts';

describe('token codes', () => {
  it('include pw for the password', () => {
    expect(parseTokenCode('pw')).toBe('-1');
    expect(parseTokenCode('-1')).toBe('-1');
  });

  it.each([null, undefined, '', '14', '98', '01', ' 1', '__proto__', 'constructor', 'sms'])(
    'have no code %j',
    (value) => {
      expect(parseTokenCode(value)).toBeNull();
    },
  );

  it.each(Object.values(TYPE_CODES))('can be read back from the address form of %s', (code) => {
    expect(parseTokenCode(routeCode(code))).toBe(code);
  });

  it('have the address form pw for the password', () => {
    expect(routeCode('-1')).toBe('pw');
  });
});
