import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { requireFirstStepTypeCode, requireGatePassword } from '#server/login/first-step.ts';
import { recordProgress, requestToFinish } from '#server/login/pending-request.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, requireProof, subjectOf } from '#server/login/require-proof.ts';
import { firstStepProofs, issueSecondStepTokens, ranksAfterFirstStep } from '#server/login/second-step.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Call, CallDeps } from './call.ts';
import { loginContext, loginVerification, readNothing } from './login-verification.ts';

const firstOfTwoBody = v.object({
  clientId: idField,
  userId: idField,
  type: v.string(),
  otp: v.string(),
  fidoStatus: v.string(),
});

/** The call that proves the first of two steps (rules 52 to 58). */
export function firstOfTwoCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  const { verifyAttempt, recordAttempt } = loginVerification(portal, failures);
  return [
    {
      method: 'POST',
      path: '/login/oidc',
      async handle(c) {
        const sent = await readBody(c, firstOfTwoBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { userId, clientId } = subject;
        recordAttempt(c, clientId, sent.type);
        const requestSession = c.get('requestSession');
        const proven = await requireProof(portal, requestSession, subject);
        const { account } = proven;
        const { rule } = await policyForCall(portal, subject, proven.proof.policyId);
        if (!rule.secondAuth) throw new Refusal(401, 'notAuthorized');
        const pending = await requestToFinish(portal, findRequest, proven.session, clientId, {
          redirect: '',
        });
        const passwordAt = await requireGatePassword(portal, { ...proven, subject, rule, pending });
        const tokenCode = await requireFirstStepTypeCode(portal, account, rule, sent.type);
        const context = loginContext(proven.session, subject);
        const { method, at } = await verifyAttempt(
          c,
          { account, tokenCode, secret: sent.otp, context },
          readNothing,
        );

        const firstStep = firstStepProofs(method, at, passwordAt);
        const secondTokenPriority = await ranksAfterFirstStep(portal, account, rule, firstStep.methods);
        const { cookies, fields } = await portal.transaction(async () => {
          const { session } = await requireProof(portal, requestSession, subject);
          const cookies = await portal.sessions.rotateId(session);
          await portal.proofs.recordFirstStep(session, clientId, userId, { ...firstStep, tokenCode });
          const fields = { ...(await issueSecondStepTokens(portal, session, subject)), secondTokenPriority };
          await idempotentRequest().settle(fields, cookies);
          return { cookies, fields };
        });
        requestSession.addCookies(cookies);
        await recordProgress(pending, 'proved');
        return answer(c, fields);
      },
    },
  ];
}
