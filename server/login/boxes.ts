import type { FixedTokens } from '#server/storage/repositories/fixed-tokens.ts';
import type { Boxes } from '#server/storage/repositories/held-logins.ts';
import type { SecondDefaults } from '#server/storage/repositories/second-defaults.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** The boxes of the first step as the second carries them: two letters, or empty (decision 67). */
export function firstBoxes(tokenCode: TokenCode | null, firstFixed: string): Boxes['first'] {
  if (tokenCode === null || !/^[YN]{2}$/.test(firstFixed)) return null;
  const always = firstFixed.startsWith('Y');
  return { tokenCode, always, alwaysSend: always && firstFixed.endsWith('Y') };
}

type Keeping = { readonly fixedTokens: FixedTokens; readonly secondDefaults: SecondDefaults };

/** Keeps what the boxes say. */
export async function keepBoxes(
  { fixedTokens, secondDefaults }: Keeping,
  userId: string,
  { first, second }: Boxes,
): Promise<void> {
  if (first?.always) await fixedTokens.set(userId, first);
  else if (first) await fixedTokens.clear(userId, first.tokenCode);
  if (second?.isDefault) await secondDefaults.set(userId, second.tokenCode);
  else if (second) await secondDefaults.clear(userId, second.tokenCode);
}
