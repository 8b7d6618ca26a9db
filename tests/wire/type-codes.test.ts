import { describe, expect, it } from 'vitest';
import { parseTypeCode, routeCode, TYPE_CODES } from '#wire/type-codes.ts';

describe('type codes', () => {
  it('include pw for the password', () => {
    expect(parseTypeCode('pw')).toBe('-1');
    expect(parseTypeCode('-1')).toBe('-1');
  });

  it.each([null, undefined, '', '14', '98', '01', ' 1', '__proto__', 'constructor', 'sms'])(
    'have no code %j',
    (value) => {
      expect(parseTypeCode(value)).toBeNull();
    },
  );

  it.each(Object.values(TYPE_CODES))('can be read back from the address form of %s', (code) => {
    expect(parseTypeCode(routeCode(code))).toBe(code);
  });

  it('have the address form pw for the password', () => {
    expect(routeCode('-1')).toBe('pw');
  });
});
