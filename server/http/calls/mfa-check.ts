import * as v from 'valibot';
import { identityMethodOf } from '#server/config/identity-methods.ts';
import { answer } from '#server/http/answer.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { checkIdentity } from '#server/login/identity/check.ts';
import { findIdentitySession } from '#server/login/identity/identity-session.ts';
import { assertionRequestForPerson } from '#server/login/passkey/request-options.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, requireProof, subjectOf } from '#server/login/require-proof.ts';
import { requireSecondStepTypeCode } from '#server/login/second-step.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import { parseTypeCode, TYPE_CODES } from '#wire/type-codes.ts';
import type { Call, CallDeps } from './call.ts';

const absentField = v.optional(v.never());

const identityBody = v.object({
  clientId: idField,
  userId: idField,
  otp: v.pipe(v.string(), v.maxLength(256)),
  selfAuthFlag: v.literal('Y'),
  otpTypeCode: v.string(),
  fidoStatus: absentField,
});

const passkeyBody = v.object({
  clientId: idField,
  userId: idField,
  otpTypeCode: v.literal(TYPE_CODES.passkey),
  portalType: v.literal('user'),
  fidoStatus: v.literal('start'),
  selfAuthFlag: absentField,
});

const body = v.union([identityBody, passkeyBody]);

/**
 * The call POST /auth/oauth2/mfa/check, which has two forms: one form finishes an identity check, the other form starts
 * a passkey assertion in the second step (rule 180).
 */
export function mfaCheckCalls({ portal, failures }: CallDeps): readonly Call[] {
  const { identityTokens, passedChecks, sessions } = portal;

  const finishIdentityCheck = async (c: Ctx, sent: v.InferOutput<typeof identityBody>): Promise<Response> => {
    const subject = subjectOf(sent.userId, sent.clientId);
    const requestSession = c.get('requestSession');
    const token = bearerOf(c);
    const identified = await findIdentitySession(portal, requestSession, subject, token);
    if (!identified || identified.grant.identityMethod !== null) throw new Refusal(401, 'notAuthorized');
    const countedTry = await countTry(c, failures, portal.config);
    const method = identityMethodOf(parseTypeCode(sent.otpTypeCode));
    if (!method) throw new Refusal(400, '018', { fields: { result: false } });
    await checkIdentity(portal, identified, method, sent.otp);
    await countedTry.uncount();
    const successFields = { result: true };
    const cookies = await portal.transaction(async () => {
      const session = await requestSession.session();
      if (!session || !(await identityTokens.recordCheck(session, token, method)))
        throw new Refusal(401, 'notAuthorized');
      await passedChecks.record(session, subject, 'identity', method);
      const cookies = await sessions.rotateId(session);
      await idempotentRequest().settle(successFields, cookies);
      return cookies;
    });
    requestSession.addCookies(cookies);
    const { userId: account, clientId: client } = subject;
    portal.audit({ event: 'identity.passed', account, client, method });
    return answer(c, successFields);
  };

  const startPasskey = async (c: Ctx, sent: v.InferOutput<typeof passkeyBody>): Promise<Response> => {
    const subject = subjectOf(sent.userId, sent.clientId);
    const { session, proof, account } = await requireProof(portal, c.get('requestSession'), subject);
    const { rule } = await policyForCall(portal, subject, proof.policyId);
    if (!proof.firstStep) throw new Refusal(401, 'notAuthorized');
    await requireSecondStepTypeCode(portal, account, rule, proof.firstStep, sent.otpTypeCode);
    return answer(c, await assertionRequestForPerson(portal, session, subject));
  };

  return [
    {
      method: 'POST',
      path: '/auth/oauth2/mfa/check',
      async handle(c) {
        const sent = await readBody(c, body);
        return sent.selfAuthFlag === 'Y' ? finishIdentityCheck(c, sent) : await startPasskey(c, sent);
      },
    },
  ];
}
