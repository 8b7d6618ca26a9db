import type { Account } from '#server/storage/repositories/accounts.ts';
import type { RequestOrigin } from '#server/storage/sessions/sessions.ts';
import type { AccountStores, Runtime, Sending, Settings } from './portal.ts';
import { addressRange } from './security-notices/address-range.ts';

/** The page by which people say that a sign-in was not theirs, and what names the link. */
export const NOT_ME_PAGE = '/not-me';
export const NOT_ME_PARAM = 'key';

/** A sign-in from a browser or a network that is new for the person. */
export type NewSignIn = {
  readonly account: Account;
  /** By which the person says that it was not them. */
  readonly link: string;
};

/**
 * Whether a sign-in is one that the operator wants people to hear of (decision 232); null when it is not. It belongs
 * into the transaction of the sign-in, at once with what remembers the browser, and before it.
 */
export async function newSignIn(
  { config, knownBrowsers, knownNetworks, signInReports, storage }: Runtime & Settings & AccountStores,
  account: Account,
  { address }: RequestOrigin,
): Promise<NewSignIn | null> {
  const { newSignInMail } = config.session;
  if (newSignInMail === 'off') return null;
  const { userId } = account;
  const network = addressRange(address);
  const [browser, isNewNetwork] = await storage.gather(() => [
    knownBrowsers.keyOf(userId),
    newSignInMail === 'browserOrNetwork' && network !== '' && knownNetworks.recordSignIn(userId, network),
  ]);
  if (!isNewNetwork && browser !== null) return null;
  const key = await signInReports.issue(userId);
  return { account, link: `${config.publicUrl}${NOT_ME_PAGE}?${NOT_ME_PARAM}=${key}` };
}

/** Tells the person by mail. */
export const notifyOfSignIn = (
  { notifyPerson }: Sending,
  { account, link }: NewSignIn,
  { browser, address }: RequestOrigin,
): void => notifyPerson(account, { what: 'new-sign-in', browser, addressRange: addressRange(address), link });
