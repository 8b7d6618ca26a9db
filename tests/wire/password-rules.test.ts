import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brokenRules,
  DEFAULT_LEVEL,
  MIN_LENGTHS,
  PASSWORD_LEVELS,
  rulesOf,
  strengthOf,
} from '#wire/password-rules.ts';

describe('the strength of a password', () => {
  it.each([
    [1, 'abc', ['length']],
    [1, 'abcd', []],
    [1, '1234', []],
    [2, 'abc12', ['length']],
    [2, 'abcdef', ['digit']],
    [2, '123456', ['letter']],
    [2, 'abc123', []],
    [3, 'abcd1234', ['special', 'noDigitRun']],
    [3, 'abc12!x', ['length']],
    [3, 'abcd123!', []],
    [3, 'abcd1234!', ['noDigitRun']],
    [3, 'abcd123|', []],
    [3, '비밀번호ab1!', []],
    [3, '비밀번호비밀12!', ['letter']],
  ] as const)('of level %i: %s breaks %j', (level, password, broken) => {
    expect(brokenRules(password, { level, twoKinds: false })).toEqual(broken);
  });

  it.each([
    [1, 'abcdefghi1', []],
    [1, 'abcdefghi!', []],
    [1, '123456789!', []],
    [1, 'abcdefgh1', ['length']],
    [1, 'abcdefghij', ['twoKinds']],
    [1, '비밀번호비밀번호비밀', ['twoKinds']],
    [1, '비밀번호비밀번호비밀1!', []],
    [2, 'abcdefghi!', ['digit']],
    [3, 'abcd123!', ['length']],
    [3, 'abcdef123!', []],
  ] as const)('of level %i with ten characters of two kinds: %s breaks %j', (level, password, broken) => {
    expect(brokenRules(password, { level, twoKinds: true })).toEqual(broken);
  });

  it('counts composed characters, even when typed in parts', () => {
    expect(brokenRules('가나다'.normalize('NFD'), strengthOf({}))).toEqual(['length']);
    expect(brokenRules('😀😀😀', strengthOf({}))).toEqual(['length']);
  });

  it('breaks only rules of its level, and none when it meets all', () => {
    const strength = fc.record({ level: fc.constantFrom(...PASSWORD_LEVELS), twoKinds: fc.boolean() });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), strength, (password, rules) => {
        expect(rulesOf(rules)).toEqual(expect.arrayContaining([...brokenRules(password, rules)]));
        expect(brokenRules(`${password}aB1!x-y2zw`, rules).filter((rule) => rule !== 'noDigitRun')).toEqual(
          [],
        );
      }),
    );
  });

  it('has level 1 when no valid level is given', () => {
    const levels = ['1', 2, '3', 4, 0, null, undefined, 'x'].map((level) => strengthOf({ level }).level);
    expect(levels).toEqual([1, 2, 3, 1, 1, 1, 1, 1]);
    expect([1, 0, undefined, 'x'].map((twoKinds) => strengthOf({ twoKinds }).twoKinds)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([DEFAULT_LEVEL, MIN_LENGTHS[DEFAULT_LEVEL]]).toEqual([1, 4]);
  });
});
