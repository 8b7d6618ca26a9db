import type { Portal } from '#server/portal.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** The boxes of the first step (decision 61): a method that is not to be fixed is cleared if it was. */
export function keepFixedToken(
  { fixedTokens }: Portal,
  userId: string,
  tokenCode: TokenCode,
  { always, alwaysSend }: { readonly always: boolean; readonly alwaysSend: boolean },
): void {
  if (always) fixedTokens.set(userId, { tokenCode, alwaysSend });
  else fixedTokens.clear(userId, tokenCode);
}

/** The boxes of the first step as the second carries them: two letters, or empty (decision 67). */
export function keepFirstFixed(
  portal: Portal,
  userId: string,
  tokenCode: TokenCode | null,
  firstFixed: string,
): void {
  if (tokenCode === null || !/^[YN]{2}$/.test(firstFixed)) return;
  const always = firstFixed.startsWith('Y');
  keepFixedToken(portal, userId, tokenCode, { always, alwaysSend: always && firstFixed.endsWith('Y') });
}

/** The box of the second step (decision 63). */
export function keepSecondDefault(
  { secondDefaults }: Portal,
  userId: string,
  tokenCode: TokenCode,
  isDefault: boolean,
): void {
  if (isDefault) secondDefaults.set(userId, tokenCode);
  else secondDefaults.clear(userId, tokenCode);
}
