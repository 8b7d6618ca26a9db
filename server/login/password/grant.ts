import type { PasswordSetting } from '#server/config/client.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { AccountStores, SessionStores, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Caller } from '#server/login/request-session.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { ChangeKind } from '#server/storage/repositories/password-changes.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { IdentityGrant } from '#server/storage/sessions/identity-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** The right to set a person's password in a session, which a token gives in the password calls. */
export type PasswordGrant = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  readonly setting: PasswordSetting;
  readonly tokenHash: string;
  readonly kind: ChangeKind;
  /** Hash of the secret of the link; null when no link is used. */
  readonly akHash: string | null;
  /** The method of the identity check with which the password is set; null after a question or the old password. */
  readonly resetMethod: string | null;
  /**
   * The method of the identity check, or `answer` for a question; null when the old password was verified instead.
   */
  readonly identityCheck: string | null;
};

/** The value of a passed `link` check: the kind of the link, and the hash of its secret. */
export const linkCheckValue = (kind: PasswordLinkKind, akHash: string): string => `${kind} ${akHash}`;

/** The kind of the link and the hash of its secret in the value of a passed `link` check. */
export const parseLinkCheckValue = (
  value: string,
): { readonly kind: string; readonly akHash: string | null } => {
  const [kind = '', akHash = null] = value.split(' ');
  return { kind, akHash };
};

/** Whether a setting allows a password change after an identity check by a method, or after a question. */
const isMethodAllowed = (
  setting: PasswordSetting,
  identityMethod: IdentityGrant['identityMethod'],
): boolean => {
  if (identityMethod === null) return false;
  const { selfAuthMethodWhenPwChange } = setting;
  if (identityMethod === 'answer') return selfAuthMethodWhenPwChange !== 'selfAuth';
  return selfAuthMethodWhenPwChange !== 'QnA' && setting[identityMethod];
};

/** Whether a person may reset a forgotten password without an administrator (rule 118). */
export async function mayResetPassword(
  portal: Settings & AccountStores,
  account: Account,
  clientId: string,
): Promise<boolean> {
  const { provideAuthPortalPwChange } = await portal.passwordSetting(clientId, account.userId);
  const hasPassword = (await portal.passwords.find(account.userId)) !== null;
  return account.userType === 'LOCAL' && provideAuthPortalPwChange && hasPassword;
}

const notAuthorized = (): Refusal => new Refusal(401, 'notAuthorized');

/**
 * The grant of an identity token after an identity check or a question, with or without a link (rule 184). Null when
 * the password setting does not allow the method for this change.
 */
async function grantByIdentity(
  portal: Settings & AccountStores & SessionStores,
  session: Session,
  grant: IdentityGrant,
  account: Account,
): Promise<Pick<PasswordGrant, 'kind' | 'akHash' | 'resetMethod' | 'identityCheck'> | null> {
  const { identityMethod, basis, clientId } = grant;
  const setting = await portal.passwordSetting(clientId, account.userId);
  if (identityMethod === null || basis === 'password') return null;
  const linkCheck = await portal.passedChecks.find(session, grant, 'link');
  const { kind, akHash } = linkCheck ? parseLinkCheckValue(linkCheck.value) : { kind: null, akHash: null };
  const resetMethod = identityMethod === 'answer' ? null : identityMethod;
  if (kind === 'create')
    return identityMethod !== 'answer' && setting[identityMethod]
      ? { kind, akHash, resetMethod: identityMethod, identityCheck: identityMethod }
      : null;
  if (!isMethodAllowed(setting, identityMethod)) return null;
  if (kind === 'change') return { kind, akHash, resetMethod, identityCheck: identityMethod };
  return (await mayResetPassword(portal, account, clientId))
    ? { kind: 'forgot', akHash: null, resetMethod, identityCheck: identityMethod }
    : null;
}

/**
 * The password grant of a token in this session.
 * @param userId the person whose password is changed; absent when the call does not name a person
 * @throws Refusal 401 when the token does not allow the password change, or no longer; Refusal 403 `directoryPassword`
 * when the directory stores the password
 */
export async function requirePasswordGrant(
  portal: Settings & AccountStores & SessionStores,
  { requestSession, bearer: token }: Caller,
  userId?: string,
): Promise<PasswordGrant> {
  const session = await requestSession.session();
  const tokenHash = hexTokenHash(token);
  if (!session || token === '') throw notAuthorized();
  const identityGrant = await portal.identityTokens.find(session, token);
  const accessGrant = identityGrant ? null : await portal.accessTokens.find(session, token);
  const hasHeldLogin =
    accessGrant?.purpose === 'password-change' && (await portal.heldLogins.find(session, tokenHash)) !== null;
  const tokenGrant = identityGrant ?? (hasHeldLogin ? accessGrant : null);
  const account = tokenGrant && (await portal.accounts.find(tokenGrant.userId));
  if (!tokenGrant || account?.status !== 'active' || (userId !== undefined && userId !== tokenGrant.userId))
    throw notAuthorized();
  if (isDirectoryAccount(portal.config, account)) throw new Refusal(403, 'directoryPassword');
  const rights = identityGrant
    ? await grantByIdentity(portal, session, identityGrant, account)
    : ({ kind: 'expiry', akHash: null, resetMethod: null, identityCheck: null } as const);
  if (!rights) throw notAuthorized();
  const subject = { userId: tokenGrant.userId, clientId: tokenGrant.clientId };
  return {
    session,
    subject,
    account,
    setting: await portal.passwordSetting(tokenGrant.clientId, tokenGrant.userId),
    tokenHash,
    ...rights,
  };
}
