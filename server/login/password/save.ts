import { localTime } from '#server/login/policy/local-time.ts';
import type { AccountStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { brokenRules, isTooLong } from '#wire/password-rules.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordGrant } from './grant.ts';
import { hashPassword, matchesHash } from './hash.ts';

/** The error codes for password links that are no longer valid. */
export const ENDED_LINK_ERRORS = { expired: 'urlExpired', used: 'linkUsed', closed: 'linkClosed' } as const;

const DAY_MS = 24 * 60 * 60_000;

/** @throws Refusal 400 with `ruleViolation` or `commonPassword`. */
function checkStrength({ setting }: PasswordGrant, password: string): void {
  const { level, twoKinds } = setting;
  if (isTooLong(password) || brokenRules(password, setting).length > 0)
    throw new Refusal(400, 'ruleViolation', { details: { level, ...(twoKinds && { twoKinds: 1 }) } });
  const refusesCommonPasswords = setting.refuseCommon ?? level === 3;
  if (refusesCommonPasswords && isCommonPassword(password)) throw new Refusal(400, 'commonPassword');
}

/** The refusal of a reused password, with the error code of the call (spec section 8). */
const reuseRefusal = ({ kind }: PasswordGrant): Refusal =>
  kind === 'create' ? new Refusal(400, 'duplicate') : new Refusal(400, 'error1203');

/** @throws Refusal 400 for the current password, and for one of the last `passwordReuseLimit` passwords. */
async function checkHistory(
  { passwords, passwordChanges }: AccountStores,
  grant: PasswordGrant,
  password: string,
): Promise<void> {
  const { userId } = grant.subject;
  const current = await passwords.find(userId);
  if (current && (await matchesHash(password, current.hash))) throw new Refusal(400, 'sameAsCurrent');
  for (const hash of await passwordChanges.findHistory(userId, grant.setting.passwordReuseLimit)) {
    if (await matchesHash(password, hash)) throw reuseRefusal(grant);
  }
}

/**
 * Checks and saves a new password, and ends the person's other sign-ins, links and tokens.
 * @throws Refusal 400 when the password breaks a rule, or the link is no longer valid; Refusal 401 when the token is no
 * longer valid
 */
export async function savePassword(
  portal: Runtime & Settings & AccountStores,
  grant: PasswordGrant,
  password: string,
): Promise<void> {
  const { config, passwordChanges, now } = portal;
  const { session, subject, setting, tokenHash, kind, akHash, resetMethod, identityCheck } = grant;
  checkStrength(grant, password);
  await checkHistory(portal, grant, password);
  const expiresAt = now() + setting.passwordDays * DAY_MS;
  const outcome = await passwordChanges.save({
    ...subject,
    session,
    tokenHash,
    kind,
    akHash,
    resetMethod,
    identityCheck,
    hash: await hashPassword(password, config.argon2),
    expiresOn: setting.passwordDays === 0 ? null : localTime(expiresAt, config.timeZone).date,
  });
  if (outcome === 'tokenEnded') throw new Refusal(401, 'notAuthorized');
  if (outcome !== 'saved') throw new Refusal(400, ENDED_LINK_ERRORS[outcome]);
}
