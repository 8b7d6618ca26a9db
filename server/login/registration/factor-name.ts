import { Refusal } from '#server/login/refusal.ts';
import { hasHiddenCharacters, isNameTooLong, normalisedFactorName } from '#wire/factor-name.ts';

/**
 * The name of a factor as it is stored: trimmed, with 1 to 20 code points, and without control characters (rules 143
 * and 219).
 * @throws Refusal 400 for any other name
 */
export function factorName(typedName: string): string {
  const name = normalisedFactorName(typedName);
  if (name === '' || isNameTooLong(name) || hasHiddenCharacters(name)) throw new Refusal(400, 'badName');
  return name;
}
