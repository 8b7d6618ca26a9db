import { localTime } from '#server/login/policy/local-time.ts';
import type { AccountStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { brokenRules, isTooLong } from '#wire/password-rules.ts';
import { isCommon } from './common.ts';
import { hashPassword, isPassword } from './hash.ts';
import type { PasswordGrant } from './token.ts';

/** What a password is refused with whose link is over. */
export const LINK_ENDS = { expired: 'urlExpired', used: 'linkUsed', closed: 'linkClosed' } as const;

const DAY_MS = 24 * 60 * 60_000;

/** @throws Refusal 400 with `ruleViolation` or `commonPassword`. */
function checkStrength({ setting }: PasswordGrant, password: string): void {
  const { level, twoKinds } = setting;
  if (isTooLong(password) || brokenRules(password, setting).length > 0)
    throw new Refusal(400, 'ruleViolation', { details: { level, ...(twoKinds && { twoKinds: 1 }) } });
  const refusesCommon = setting.refuseCommon ?? level === 3;
  if (refusesCommon && isCommon(password)) throw new Refusal(400, 'commonPassword');
}

/** The refusal of a reused password, in the form of each call (spec section 8). */
const reused = ({ kind }: PasswordGrant): Refusal =>
  kind === 'create' ? new Refusal(400, 'duplicate') : new Refusal(400, 'error1203');

/** @throws Refusal 400 for the present password, and for one of the last that the setting names. */
async function checkHistory(
  { passwords, passwordChanges }: AccountStores,
  grant: PasswordGrant,
  password: string,
): Promise<void> {
  const { userId } = grant.subject;
  const present = await passwords.find(userId);
  if (present && (await isPassword(password, present.hash))) throw new Refusal(400, 'sameAsCurrent');
  for (const hash of await passwordChanges.history(userId, grant.setting.passwordReuseLimit)) {
    if (await isPassword(password, hash)) throw reused(grant);
  }
}

/**
 * Checks and saves a new password, and ends everything that a change has to end.
 * @throws Refusal 400 when it is refused or its link was used meanwhile, 401 when its token was.
 */
export async function savePassword(
  portal: Runtime & Settings & AccountStores,
  grant: PasswordGrant,
  password: string,
): Promise<void> {
  const { config, passwordChanges, now } = portal;
  const { session, subject, setting, tokenHash, kind, akHash, resetBy, setBy } = grant;
  checkStrength(grant, password);
  await checkHistory(portal, grant, password);
  const lastDay = now() + setting.passwordDays * DAY_MS;
  const outcome = await passwordChanges.save({
    ...subject,
    session,
    tokenHash,
    kind,
    akHash,
    resetBy,
    setBy,
    hash: await hashPassword(password, config.argon2),
    expiresOn: setting.passwordDays === 0 ? null : localTime(lastDay, config.timeZone).date,
  });
  if (outcome === 'gone') throw new Refusal(401, 'notEarned');
  if (outcome !== 'saved') throw new Refusal(400, LINK_ENDS[outcome]);
}
