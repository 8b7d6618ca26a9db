import type { Account } from '#server/storage/repositories/accounts.ts';
import type { RequestOrigin } from '#server/storage/sessions/sessions.ts';
import type { AccountStores, Runtime, Sending, Settings } from './portal.ts';
import { addressRange } from './security-notices/address-range.ts';

/** Path of the page on which a person reports that somebody else has signed in. */
export const NOT_ME_PATH = '/not-me';
/** The query parameter of the page: the key of the reported sign-in. */
export const NOT_ME_PARAM = 'key';

/** A sign-in from a browser or a network that is new for the person. */
export type NewSignIn = {
  readonly account: Account;
  /** The address at which the person can report that somebody else has signed in. */
  readonly link: string;
};

/**
 * The new sign-in about which the person is notified (rule 232). Null when the operator has turned these mails off, or
 * when neither the browser nor, if it is configured, the network is new. To be called in the transaction of the
 * sign-in, before the browser becomes a known browser.
 */
export async function newSignIn(
  { config, knownBrowsers, knownNetworks, signInReportLinks, storage }: Runtime & Settings & AccountStores,
  account: Account,
  { address }: RequestOrigin,
): Promise<NewSignIn | null> {
  const { newSignInMail } = config.session;
  if (newSignInMail === 'off') return null;
  const { userId } = account;
  const network = addressRange(address);
  const [browserKey, isNewNetwork] = await storage.gather(() => [
    knownBrowsers.keyOf(userId),
    newSignInMail === 'browserOrNetwork' && network !== '' && knownNetworks.recordSignIn(userId, network),
  ]);
  if (!isNewNetwork && browserKey !== null) return null;
  const key = await signInReportLinks.issue(userId);
  return { account, link: `${config.publicUrl}${NOT_ME_PATH}?${NOT_ME_PARAM}=${key}` };
}

/** Notifies the person of a new sign-in by mail. */
export const notifyOfSignIn = (
  { notifyPerson }: Sending,
  { account, link }: NewSignIn,
  { browser, address }: RequestOrigin,
): void =>
  notifyPerson(account, { event: 'new-sign-in', browser, addressRange: addressRange(address), link });
