import { expect, it } from 'vitest';
import { hasHiddenCharacters, isNameTooLong, normalisedFactorName } from '#wire/factor-name.ts';

it('a name is normalised: wide spaces become spaces, and letters are composed', () => {
  const name = '\u1103\u1161 내\u3000\u2003노트북 2 ';
  expect(normalisedFactorName(name)).toBe('다 내 노트북 2');
});

it('a name has at most 20 code points and no hidden characters', () => {
  expect([isNameTooLong('🔑'.repeat(20)), isNameTooLong('🔑'.repeat(21))]).toEqual([false, true]);
  expect(['노트북', 'a\u200db', 'a\u0007b'].map(hasHiddenCharacters)).toEqual([false, true, true]);
});
