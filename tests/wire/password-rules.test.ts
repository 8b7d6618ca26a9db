import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brokenRules,
  DEFAULT_LEVEL,
  levelOf,
  MIN_LENGTHS,
  PASSWORD_LEVELS,
  rulesOf,
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
    [3, 'abcd1234', ['special', 'digitRun']],
    [3, 'abc12!x', ['length']],
    [3, 'abcd123!', []],
    [3, 'abcd1234!', ['digitRun']],
    [3, 'abcd123|', []],
    [3, '비밀번호ab1!', []],
    [3, '비밀번호비밀12!', ['letter']],
  ] as const)('of level %i: %s breaks %j', (level, password, broken) => {
    expect(brokenRules(password, level)).toEqual(broken);
  });

  it('counts composed characters, however they were typed', () => {
    expect(brokenRules('가나다'.normalize('NFD'), 1)).toEqual(['length']);
    expect(brokenRules('😀😀😀', 1)).toEqual(['length']);
  });

  it('breaks only what its level asks, and nothing when it has it all', () => {
    const level = fc.constantFrom(...PASSWORD_LEVELS);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), level, (password, asked) => {
        expect(rulesOf(asked)).toEqual(expect.arrayContaining([...brokenRules(password, asked)]));
        expect(brokenRules(`${password}aB1!x-y2z`, asked).filter((rule) => rule !== 'digitRun')).toEqual([]);
      }),
    );
  });

  it('is that of level 1 where no level is told', () => {
    expect(['1', 2, '3', 4, 0, null, undefined, 'x'].map(levelOf)).toEqual([1, 2, 3, 1, 1, 1, 1, 1]);
    expect([DEFAULT_LEVEL, MIN_LENGTHS[DEFAULT_LEVEL]]).toEqual([1, 4]);
  });
});
