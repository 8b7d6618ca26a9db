import type { FirstStepDefaults } from '#server/storage/repositories/first-step-defaults.ts';
import type { CheckBoxes } from '#server/storage/repositories/held-logins.ts';
import type { SecondStepDefaults } from '#server/storage/repositories/second-step-defaults.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/**
 * Reads the check boxes "Always Use" and "Send Automatically" of the first step (rules 67 and 72).
 * @param tokenCode the type code of the method that was used in the first step
 * @param letters `Y` or `N` for each check box, such as `YN`, as the page sends them again with the second step
 * @returns null when the first step had no check boxes
 */
export function firstStepCheckBoxes(tokenCode: TypeCode | null, letters: string): CheckBoxes['first'] {
  if (tokenCode === null || !/^[YN]{2}$/.test(letters)) return null;
  const always = letters.startsWith('Y');
  return { tokenCode, always, alwaysSend: always && letters.endsWith('Y') };
}

type DefaultMethodStores = {
  readonly firstStepDefaults: FirstStepDefaults;
  readonly secondStepDefaults: SecondStepDefaults;
};

/**
 * Saves the default methods whose check boxes are checked, and clears the default methods whose check boxes are not.
 */
export async function saveDefaultMethods(
  { firstStepDefaults, secondStepDefaults }: DefaultMethodStores,
  userId: string,
  { first, second }: CheckBoxes,
): Promise<void> {
  if (first?.always) await firstStepDefaults.set(userId, first);
  else if (first) await firstStepDefaults.clear(userId, first.tokenCode);
  if (second?.isDefault) await secondStepDefaults.set(userId, second.tokenCode);
  else if (second) await secondStepDefaults.clear(userId, second.tokenCode);
}
