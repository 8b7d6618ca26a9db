/** Levels of password strength (spec section 5). The page checks a password while the person types, and the server checks it again. */
export const PASSWORD_LEVELS = [1, 2, 3] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

/** The level that applies when the server sends no level (spec section 5). */
export const DEFAULT_LEVEL: PasswordLevel = 1;

/** One requirement of a password. */
export type PasswordRule = 'length' | 'letter' | 'digit' | 'special' | 'noDigitRun' | 'twoKinds';

/**
 * The required strength of a password. With `twoKinds`, a password must have at least ten characters, and characters of two
 * of the three kinds: letters, digits, special characters. These requirements apply in addition to the requirements of the level.
 */
export type PasswordStrength = { readonly level: PasswordLevel; readonly twoKinds: boolean };

/** Minimum number of characters at each level. */
export const MIN_LENGTHS: Readonly<Record<PasswordLevel, number>> = { 1: 4, 2: 6, 3: 8 };

/** Minimum number of characters with `twoKinds`. */
const MIN_TWO_KINDS_LENGTH = 10;

/** Maximum number of characters of a password (rule 195). */
export const MAX_PASSWORD_LENGTH = 256;

const RULES_BY_LEVEL: Readonly<Record<PasswordLevel, readonly PasswordRule[]>> = {
  1: ['length'],
  2: ['length', 'letter', 'digit'],
  3: ['length', 'letter', 'digit', 'special', 'noDigitRun'],
};

/**
 * The requirements of a strength, in display order. A level that requires letters and digits implies two kinds of characters, so
 * it gets no rule `twoKinds`.
 */
export const rulesOf = ({ level, twoKinds }: PasswordStrength): readonly PasswordRule[] => {
  const rules = RULES_BY_LEVEL[level];
  return twoKinds && !rules.includes('letter') ? [...rules, 'twoKinds'] : rules;
};

/** Minimum number of characters of a password with the given strength. */
export const minLengthOf = ({ level, twoKinds }: PasswordStrength): number =>
  twoKinds ? Math.max(MIN_LENGTHS[level], MIN_TWO_KINDS_LENGTH) : MIN_LENGTHS[level];

const CHARACTER_KINDS = [/[a-z]/i, /[0-9]/, /[!-/:-@[-`{-~]/] as const;
const [LETTER, DIGIT, SPECIAL] = CHARACTER_KINDS;

const DIGIT_RUN = /[0-9]{4}/;

const IS_RULE_MET: Readonly<Record<PasswordRule, (password: string, strength: PasswordStrength) => boolean>> =
  {
    length: (password, strength) => [...password].length >= minLengthOf(strength),
    letter: (password) => LETTER.test(password),
    digit: (password) => DIGIT.test(password),
    special: (password) => SPECIAL.test(password),
    noDigitRun: (password) => !DIGIT_RUN.test(password),
    twoKinds: (password) => CHARACTER_KINDS.filter((kind) => kind.test(password)).length >= 2,
  };

/**
 * The rules of `strength` that a password breaks, in display order (rules 123 and 124). Characters are counted as code points
 * of the composed form of the password, which the caller has trimmed.
 */
export function brokenRules(password: string, strength: PasswordStrength): readonly PasswordRule[] {
  const composed = password.normalize('NFC');
  return rulesOf(strength).filter((rule) => !IS_RULE_MET[rule](composed, strength));
}

/** Whether a password has more characters than the maximum, which is the same for all levels. */
export const isTooLong = (password: string): boolean =>
  [...password.normalize('NFC')].length > MAX_PASSWORD_LENGTH;

/** The level in an answer; the default level when the value is missing or not a level. */
const levelOf = (value: unknown): PasswordLevel =>
  PASSWORD_LEVELS.find((level) => level === value || String(level) === value) ?? DEFAULT_LEVEL;

/** The required strength of a password, as an answer or a refusal contains it. */
export const strengthOf = (answer: {
  readonly level?: unknown;
  readonly twoKinds?: unknown;
}): PasswordStrength => ({
  level: levelOf(answer.level),
  twoKinds: answer.twoKinds === 1,
});
