import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';
import {
  decodeUserPassword,
  encodeUserPassword,
  type FirstStepFields,
  PipeInValueError,
  type SecondStepFields,
} from '#wire/user-password.ts';

const first: FirstStepFields = {
  step: '1',
  secret: 'pa|ss',
  clientId: 'demo|client',
  accessToken: 'token',
  tokenCode: '-1',
  type: 'oidc',
  mode: 'web',
  policyId: 'p-1',
  fixed: 'Y',
  alwaysSend: 'N',
  ip: '192.0.2.1',
  check: 'A',
  redirect: 'https://a.example/?x=1|2',
};
const { alwaysSend: _alwaysSend, step: _step, ...shared } = first;
const second: SecondStepFields = { ...shared, step: '2', firstFixed: 'YN' };

describe('userPassword', () => {
  it('writes the first step in its order', () => {
    expect(encodeUserPassword(first)).toBe(
      'pa|ss|democlient|token|1|-1|oidc|web|p-1|Y|N|192.0.2.1|A|https://a.example/?x=1%7C2||',
    );
  });

  it('writes the second step in another order', () => {
    expect(encodeUserPassword(second)).toBe(
      'pa|ss|token|democlient|2|oidc|-1|web|192.0.2.1|p-1|Y|YN|A|https://a.example/?x=1%7C2||',
    );
  });

  it.each(['accessToken', 'tokenCode', 'type', 'mode', 'policyId', 'ip', 'check'] as const)(
    'refuses a pipe in %s and names it',
    (field) => {
      const encode = () => encodeUserPassword({ ...first, [field]: 'a|b' });
      expect(encode).toThrow(PipeInValueError);
      expect(encode).toThrow(field);
    },
  );

  it.each([
    ['an empty text', ''],
    ['14 fields', 'secret|c|t|1|-1|oidc|web|p|Y|N|ip|A|r|'],
    ['another step', 'secret|c|t|3|-1|oidc|web|p|Y|N|ip|A|r||'],
    ['an invalid first flag', 'secret|c|t|1|-1|oidc|web|p|X|N|ip|A|r||'],
    ['an invalid second flag', 'secret|c|t|1|-1|oidc|web|p|Y||ip|A|r||'],
  ])('does not read %s', (_case, text) => {
    expect(decodeUserPassword(text)).toBeNull();
  });

  const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('|', ''));
  const flag = fc.constantFrom('Y' as const, 'N' as const);
  const secret = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('|', '1', '2', 'Y', 'N', ''), { maxLength: 20 }).map((parts) => parts.join('')),
  );
  const values = {
    secret,
    clientId: plain,
    accessToken: plain,
    tokenCode: plain,
    type: plain,
    mode: plain,
    policyId: plain,
    fixed: flag,
    ip: plain,
    check: plain,
    redirect: plain,
  };

  it('reads back every first step with any secret', () => {
    const step = fc.record({ ...values, step: fc.constant('1' as const), alwaysSend: flag });
    fc.assert(
      fc.property(step, (value) => {
        expect(decodeUserPassword(encodeUserPassword(value))).toEqual(value);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('reads back every second step with any secret', () => {
    const step = fc.record({ ...values, step: fc.constant('2' as const), firstFixed: plain });
    fc.assert(
      fc.property(step, (value) => {
        expect(decodeUserPassword(encodeUserPassword(value))).toEqual(value);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('reads a text only as values that can be written and read back', () => {
    const fields = fc.array(fc.oneof(plain, fc.constantFrom('1', '2', 'Y', 'N', '')), { maxLength: 18 });
    fc.assert(
      fc.property(fields, (parts) => {
        const value = decodeUserPassword(parts.join('|'));
        if (value === null) return;
        expect(decodeUserPassword(encodeUserPassword(value))).toEqual(value);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
