import type { Account } from '#server/storage/repositories/accounts.ts';
import type { RequestOrigin } from '#server/storage/sessions/sessions.ts';
import type { AccountStores, Runtime, Sending, Settings } from './portal.ts';
import { addressRange } from './security-notices/address-range.ts';

/** The page on which a person reports a sign-in as not theirs, and the parameter of its key. */
export const NOT_ME_PATH = '/not-me';
export const NOT_ME_PARAM = 'key';

/** A sign-in from a browser or a network that is new for the person. */
export type NewSignIn = {
  readonly account: Account;
  /** Address at which the person reports it as not theirs. */
  readonly link: string;
};

/**
 * The new sign-in that the person is notified of (rule 232); null when the browser is known, the network too, or the
 * operator has turned it off. Call it in the transaction of the sign-in, before the browser is remembered.
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
  return { account, link: `${config.publicUrl}${NOT_ME_PATH}?${NOT_ME_PARAM}=${key}` };
}

/** Notifies the person by mail. */
export const notifyOfSignIn = (
  { notifyPerson }: Sending,
  { account, link }: NewSignIn,
  { browser, address }: RequestOrigin,
): void =>
  notifyPerson(account, { event: 'new-sign-in', browser, addressRange: addressRange(address), link });
