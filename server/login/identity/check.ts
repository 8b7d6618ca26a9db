import { codeOfWay, type IdentityWay, opens } from '#server/config/identity-ways.ts';
import { type MethodOutcome, type MethodRefusal, PROOF_STEP } from '#server/login/methods/method.ts';
import type { Runtime, SessionStores, Settings, Verification } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { CHANNELS, methodOf } from '#server/login/sending/channels.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import { isSentCode } from '#wire/sent-code.ts';
import type { IdentitySession } from './identity-session.ts';

/** Maximum wrong entries of an identity check code before it is void (decision 177). */
const MAX_ENTRIES = 5;

const channelOf = (way: IdentityWay): Channel | undefined =>
  CHANNELS.find((channel) => methodOf(channel) === way);

const refusal = ({ errCode, details = {}, reason }: MethodRefusal): Refusal =>
  new Refusal(400, errCode, { details, ...(reason && { reason }), fields: { result: false } });

const wrong = (errCode: MethodRefusal['errCode'], details?: MethodRefusal['details']): MethodRefusal => ({
  passed: false,
  errCode,
  isGuess: true,
  ...(details && { details }),
});

/** Why a code proves nothing, of the 005 family, or `codeVoid` with the entry that ends it; null when it is used up now. */
async function sentCodeProblem(
  { sentCodes, now }: Runtime & SessionStores,
  { session, account: { userId }, grant: { clientId } }: IdentitySession,
  channel: Channel,
  code: string,
): Promise<MethodRefusal | null> {
  const subject = { session, clientId, userId, purpose: 'identity' } as const;
  const sent = await sentCodes.find(subject);
  if (!sent?.channels.includes(channel) || session.isRetired) return wrong('005_7');
  if (sent.expiresAt <= now()) return wrong('005_3');
  if (!isSentCode(code)) return wrong('005_4');
  const failCount = await sentCodes.countEntry(subject, MAX_ENTRIES);
  if (failCount === null) return wrong('005_7');
  if (!isSameCode(code, sent.code)) {
    const details = { failCount, maxCount: MAX_ENTRIES };
    return wrong(failCount < MAX_ENTRIES ? '005_1' : 'codeVoid', details);
  }
  return (await sentCodes.spend(subject, sent.turn)) ? null : wrong('005_2');
}

/** @throws Refusal 018 for a way that neither a registration nor a password takes here (decision 179). */
async function checkAllowed(portal: Settings, { grant }: IdentitySession, way: IdentityWay): Promise<void> {
  const { userId, clientId, basis } = grant;
  const policy = await portal.policy(userId, clientId);
  const forFactors = policy.ok && policy.policy.rule.selfAuth.includes(way);
  const forPasswords = basis !== 'password' && (await portal.passwordSetting(clientId, userId))[way];
  if (!opens(basis, way) || !(forFactors || forPasswords))
    throw refusal({ passed: false, errCode: '018', isGuess: false });
}

/**
 * Passes when the code or approved push belongs to the person and to this check.
 * @throws Refusal 400 with `result` false and a code of the families 005, 006, 009, 010 and 015, or 018.
 */
export async function checkIdentity(
  portal: Runtime & Settings & SessionStores & Verification,
  identified: IdentitySession,
  way: IdentityWay,
  secret: string,
): Promise<void> {
  await checkAllowed(portal, identified, way);
  const channel = channelOf(way);
  if (channel) {
    const refused = await idempotentRequest().once(PROOF_STEP, () =>
      sentCodeProblem(portal, identified, channel, secret),
    );
    if (refused) throw refusal(refused);
    return;
  }
  const { session, account, grant } = identified;
  const context = { session, clientId: grant.clientId, purpose: 'identity' } as const;
  const method = portal.methods.get(codeOfWay(way));
  const outcome: MethodOutcome | undefined = await method?.verify(account, secret, context);
  if (!outcome?.passed) throw refusal(outcome ?? { passed: false, errCode: '018', isGuess: false });
}
