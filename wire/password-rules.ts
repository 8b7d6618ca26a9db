/** Strength of a password (spec section 5): one judgement, made by the page while typing and by the server. */
export const PASSWORD_LEVELS = [1, 2, 3] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

/** Where no level is told (spec section 5). */
export const DEFAULT_LEVEL: PasswordLevel = 1;

/** One thing that a level asks. */
export type PasswordRule = 'length' | 'letter' | 'digit' | 'special' | 'digitRun';

/** Fewest characters by level. */
export const SHORTEST: Readonly<Record<PasswordLevel, number>> = { 1: 4, 2: 6, 3: 8 };

/** Most characters of a password (decision 195). */
export const LONGEST_PASSWORD = 256;

const RULES: Readonly<Record<PasswordLevel, readonly PasswordRule[]>> = {
  1: ['length'],
  2: ['length', 'letter', 'digit'],
  3: ['length', 'letter', 'digit', 'special', 'digitRun'],
};

/** What a level asks, in the order in which it is told. */
export const rulesOf = (level: PasswordLevel): readonly PasswordRule[] => RULES[level];

const KEPT: Readonly<Record<PasswordRule, (password: string, level: PasswordLevel) => boolean>> = {
  length: (password, level) => [...password].length >= SHORTEST[level],
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
  return RULES[level].filter((rule) => !KEPT[rule](composed, level));
}

/** Longer than a password may be, whatever its level. */
export const isTooLong = (password: string): boolean =>
  [...password.normalize('NFC')].length > LONGEST_PASSWORD;

/** The level that an answer tells; any other value counts as none. */
export const levelOf = (told: unknown): PasswordLevel =>
  PASSWORD_LEVELS.find((level) => level === told || String(level) === told) ?? DEFAULT_LEVEL;
