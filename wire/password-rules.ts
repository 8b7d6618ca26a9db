/** Strength of a password (spec section 5): one judgement, made by the page while typing and by the server. */
export const PASSWORD_LEVELS = [1, 2, 3] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

/** The level when the server names none (spec section 5). */
export const DEFAULT_LEVEL: PasswordLevel = 1;

/** One requirement of a level. */
export type PasswordRule = 'length' | 'letter' | 'digit' | 'special' | 'digitRun';

/** Fewest characters by level. */
export const MIN_LENGTHS: Readonly<Record<PasswordLevel, number>> = { 1: 4, 2: 6, 3: 8 };

/** Most characters of a password (decision 195). */
export const MAX_PASSWORD_LENGTH = 256;

const RULES: Readonly<Record<PasswordLevel, readonly PasswordRule[]>> = {
  1: ['length'],
  2: ['length', 'letter', 'digit'],
  3: ['length', 'letter', 'digit', 'special', 'digitRun'],
};

/** The requirements of a level, in display order. */
export const rulesOf = (level: PasswordLevel): readonly PasswordRule[] => RULES[level];

const IS_RULE_MET: Readonly<Record<PasswordRule, (password: string, level: PasswordLevel) => boolean>> = {
  length: (password, level) => [...password].length >= MIN_LENGTHS[level],
  letter: (password) => /[a-z]/i.test(password),
  digit: (password) => /[0-9]/.test(password),
  special: (password) => /[!-/:-@[-`{-~]/.test(password),
  digitRun: (password) => !/[0-9]{4}/.test(password),
};

/**
 * The rules of a level that a password breaks, in their order (decisions 123 and 124). Characters are counted as
 * code points of the composed text; the caller has trimmed it.
 */
export function brokenRules(password: string, level: PasswordLevel): readonly PasswordRule[] {
  const composed = password.normalize('NFC');
  return RULES[level].filter((rule) => !IS_RULE_MET[rule](composed, level));
}

/** Longer than a password may be, whatever its level. */
export const isTooLong = (password: string): boolean =>
  [...password.normalize('NFC')].length > MAX_PASSWORD_LENGTH;

/** Reads the level of an answer; any other value counts as missing. */
export const levelOf = (value: unknown): PasswordLevel =>
  PASSWORD_LEVELS.find((level) => level === value || String(level) === value) ?? DEFAULT_LEVEL;
