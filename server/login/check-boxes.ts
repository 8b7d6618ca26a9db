import type { FixedTokens } from '#server/storage/repositories/fixed-tokens.ts';
import type { CheckBoxes } from '#server/storage/repositories/held-logins.ts';
import type { SecondDefaults } from '#server/storage/repositories/second-defaults.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Reads the check boxes of the first step, which the page sends again with the second: two letters, or empty (rule 67). */
export function firstStepCheckBoxes(tokenCode: TypeCode | null, firstFixed: string): CheckBoxes['first'] {
  if (tokenCode === null || !/^[YN]{2}$/.test(firstFixed)) return null;
  const always = firstFixed.startsWith('Y');
  return { tokenCode, always, alwaysSend: always && firstFixed.endsWith('Y') };
}

type DefaultMethodStores = { readonly fixedTokens: FixedTokens; readonly secondDefaults: SecondDefaults };

/** Saves or clears the default methods that the check boxes of a sign-in name. */
export async function saveDefaultMethods(
  { fixedTokens, secondDefaults }: DefaultMethodStores,
  userId: string,
  { first, second }: CheckBoxes,
): Promise<void> {
  if (first?.always) await fixedTokens.set(userId, first);
  else if (first) await fixedTokens.clear(userId, first.tokenCode);
  if (second?.isDefault) await secondDefaults.set(userId, second.tokenCode);
  else if (second) await secondDefaults.clear(userId, second.tokenCode);
}
