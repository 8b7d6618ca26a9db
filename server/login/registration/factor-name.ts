import { Refusal } from '#server/login/refusal.ts';

const LONGEST = 20;

/**
 * The name of a factor as it is kept: trimmed, 1 to 20 code points, without control characters (decisions 143
 * and 219).
 * @throws Refusal 400 for any other.
 */
export function factorName(told: string): string {
  const name = told.trim().normalize('NFC');
  const { length } = [...name];
  if (length === 0 || length > LONGEST || /\p{Cc}|\p{Cf}/u.test(name)) throw new Refusal(400, 'badName');
  return name;
}
