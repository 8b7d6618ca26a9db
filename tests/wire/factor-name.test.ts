import { expect, it } from 'vitest';
import { hasHiddenCharacters, isNameTooLong, normalisedFactorName } from '#wire/factor-name.ts';

it('is one name, however its spaces are wide and its letters composed', () => {
  const name = '\u1103\u1161 내\u3000\u2003노트북 2 ';
  expect(normalisedFactorName(name)).toBe('다 내 노트북 2');
});

it('has 20 code points at most, and none that nobody sees', () => {
  expect([isNameTooLong('🔑'.repeat(20)), isNameTooLong('🔑'.repeat(21))]).toEqual([false, true]);
  expect(['노트북', 'a\u200db', 'a\u0007b'].map(hasHiddenCharacters)).toEqual([false, true, true]);
});
