import {
  allowsIdentityMethod,
  type IdentityMethod,
  typeCodeOfIdentityMethod,
} from '#server/config/identity-methods.ts';
import { type MethodOutcome, type MethodRefusal, VERIFICATION_STEP } from '#server/login/methods/method.ts';
import type { Runtime, SessionStores, Settings, Verification } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { CHANNELS, methodOfChannel } from '#server/login/sending/channels.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import { isSentCode } from '#wire/sent-code.ts';
import type { IdentitySession } from './identity-session.ts';

/** How often a sent code may be entered before it is void (rule 177). */
const MAX_ENTRIES = 5;

const channelOf = (identityMethod: IdentityMethod): Channel | undefined =>
  CHANNELS.find((channel) => methodOfChannel(channel) === identityMethod);

const identityRefusal = ({ errCode, details = {}, reason }: MethodRefusal): Refusal =>
  new Refusal(400, errCode, { details, ...(reason && { reason }), fields: { result: false } });

const codeRefusal = (
  errCode: MethodRefusal['errCode'],
  details?: MethodRefusal['details'],
): MethodRefusal => ({
  passed: false,
  errCode,
  isGuess: true,
  ...(details && { details }),
});

/**
 * Verifies a sent code and uses it up.
 * @returns null when the code is right; otherwise a refusal with an error code of the 005 family, or `codeVoid` after
 * the last allowed entry
 */
async function verifySentCode(
  { sentCodes, now }: Runtime & SessionStores,
  { session, account: { userId }, grant: { clientId } }: IdentitySession,
  channel: Channel,
  code: string,
): Promise<MethodRefusal | null> {
  const subject = { session, clientId, userId, purpose: 'identity' } as const;
  const sent = await sentCodes.find(subject);
  if (!sent?.channels.includes(channel) || session.isRetired) return codeRefusal('005_7');
  if (sent.expiresAt <= now()) return codeRefusal('005_3');
  if (!isSentCode(code)) return codeRefusal('005_4');
  const failCount = await sentCodes.countEntry(subject, MAX_ENTRIES);
  if (failCount === null) return codeRefusal('005_7');
  if (!isSameCode(code, sent.code)) {
    const details = { failCount, maxCount: MAX_ENTRIES };
    return codeRefusal(failCount < MAX_ENTRIES ? '005_1' : 'codeVoid', details);
  }
  return (await sentCodes.consume(subject, sent.sendNumber)) ? null : codeRefusal('005_2');
}

/**
 * @throws Refusal 018 for a method that neither the policy nor the password setting allows, or that the
 * identity token does not allow
 */
async function checkMethodAllowed(
  portal: Settings,
  { grant }: IdentitySession,
  identityMethod: IdentityMethod,
): Promise<void> {
  const { userId, clientId, basis } = grant;
  const resolution = await portal.policy(userId, clientId);
  const isAllowedByPolicy = resolution.ok && resolution.policy.rule.selfAuth.includes(identityMethod);
  // The identity check after a password entry is about factors, so the password setting does not apply.
  const isAllowedByPasswordSetting =
    basis !== 'password' && (await portal.passwordSetting(clientId, userId))[identityMethod];
  if (!allowsIdentityMethod(basis, identityMethod) || !(isAllowedByPolicy || isAllowedByPasswordSetting))
    throw identityRefusal({ passed: false, errCode: '018', isGuess: false });
}

/**
 * Verifies the code or approved push of an identity check.
 * @throws Refusal 400 with `result` false and the code 018, `codeVoid`, or a code of the families 005, 006, 009, 010
 * and 015
 */
export async function checkIdentity(
  portal: Runtime & Settings & SessionStores & Verification,
  identitySession: IdentitySession,
  identityMethod: IdentityMethod,
  secret: string,
): Promise<void> {
  await checkMethodAllowed(portal, identitySession, identityMethod);
  const channel = channelOf(identityMethod);
  if (channel) {
    const refusal = await idempotentRequest().runOnce(VERIFICATION_STEP, () =>
      verifySentCode(portal, identitySession, channel, secret),
    );
    if (refusal) throw identityRefusal(refusal);
    return;
  }
  const { session, account, grant } = identitySession;
  const context = { session, clientId: grant.clientId, purpose: 'identity' } as const;
  const method = portal.methods.get(typeCodeOfIdentityMethod(identityMethod));
  const outcome: MethodOutcome | undefined = await method?.verify(account, secret, context);
  if (!outcome?.passed) throw identityRefusal(outcome ?? { passed: false, errCode: '018', isGuess: false });
}
