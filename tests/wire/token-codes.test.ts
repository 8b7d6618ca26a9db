import { describe, expect, it } from 'vitest';
import { parseTokenCode, routeCode, TYPE_CODES } from '#wire/token-codes.ts';

describe('token codes', () => {
  it('reads pw as the password', () => {
    expect(parseTokenCode('pw')).toBe('-1');
    expect(parseTokenCode('-1')).toBe('-1');
  });

  it.each([null, undefined, '', '14', '98', '01', ' 1', '__proto__', 'constructor', 'sms'])(
    'knows no code %j',
    (value) => {
      expect(parseTokenCode(value)).toBeNull();
    },
  );

  it.each(Object.values(TYPE_CODES))('reads the address form of %s back', (code) => {
    expect(parseTokenCode(routeCode(code))).toBe(code);
  });

  it('writes the password as pw', () => {
    expect(routeCode('-1')).toBe('pw');
  });
});
