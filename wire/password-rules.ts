/** Strength of a password (spec section 5), checked by the page while the person types and by the server. */
export const PASSWORD_LEVELS = [1, 2, 3] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

/** The level when the server sends none (spec section 5). */
export const DEFAULT_LEVEL: PasswordLevel = 1;

/** One requirement of a password. */
export type PasswordRule = 'length' | 'letter' | 'digit' | 'special' | 'noDigitRun' | 'twoKinds';

/**
 * The level. With `twoKinds`, a password must also have at least ten characters and two of the three kinds: letters,
 * digits, special characters.
 */
export type PasswordStrength = { readonly level: PasswordLevel; readonly twoKinds: boolean };

/** Minimum characters by level. */
export const MIN_LENGTHS: Readonly<Record<PasswordLevel, number>> = { 1: 4, 2: 6, 3: 8 };

/** Minimum characters with `twoKinds`. */
const MIN_TWO_KINDS_LENGTH = 10;

/** Maximum characters of a password (rule 195). */
export const MAX_PASSWORD_LENGTH = 256;

const RULES: Readonly<Record<PasswordLevel, readonly PasswordRule[]>> = {
  1: ['length'],
  2: ['length', 'letter', 'digit'],
  3: ['length', 'letter', 'digit', 'special', 'noDigitRun'],
};

/** The requirements of a strength, in display order. Levels that require letters and digits imply two kinds. */
export const rulesOf = ({ level, twoKinds }: PasswordStrength): readonly PasswordRule[] =>
  twoKinds && !RULES[level].includes('letter') ? [...RULES[level], 'twoKinds'] : RULES[level];

/** Minimum characters of a password. */
export const minLengthOf = ({ level, twoKinds }: PasswordStrength): number =>
  twoKinds ? Math.max(MIN_LENGTHS[level], MIN_TWO_KINDS_LENGTH) : MIN_LENGTHS[level];

const KINDS = [/[a-z]/i, /[0-9]/, /[!-/:-@[-`{-~]/] as const;
const [LETTER, DIGIT, SPECIAL] = KINDS;

const IS_RULE_MET: Readonly<Record<PasswordRule, (password: string, strength: PasswordStrength) => boolean>> =
  {
    length: (password, strength) => [...password].length >= minLengthOf(strength),
    letter: (password) => LETTER.test(password),
    digit: (password) => DIGIT.test(password),
    special: (password) => SPECIAL.test(password),
    noDigitRun: (password) => !/[0-9]{4}/.test(password),
    twoKinds: (password) => KINDS.filter((kind) => kind.test(password)).length >= 2,
  };

/**
 * The rules of a strength that a password breaks, in their order (rules 123 and 124). Characters are counted as
 * code points of the composed text; the caller has trimmed it.
 */
export function brokenRules(password: string, strength: PasswordStrength): readonly PasswordRule[] {
  const composed = password.normalize('NFC');
  return rulesOf(strength).filter((rule) => !IS_RULE_MET[rule](composed, strength));
}

/** Whether a password exceeds the maximum, which is the same for all levels. */
export const isTooLong = (password: string): boolean =>
  [...password.normalize('NFC')].length > MAX_PASSWORD_LENGTH;

/** The level in an answer; the default when it is missing or not a level. */
const levelOf = (value: unknown): PasswordLevel =>
  PASSWORD_LEVELS.find((level) => level === value || String(level) === value) ?? DEFAULT_LEVEL;

/** Reads the strength in an answer or a refusal. */
export const strengthOf = (answer: {
  readonly level?: unknown;
  readonly twoKinds?: unknown;
}): PasswordStrength => ({
  level: levelOf(answer.level),
  twoKinds: answer.twoKinds === 1,
});
