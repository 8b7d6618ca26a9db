import * as v from 'valibot';
import { idField } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { firstStepCheckBoxes } from '#server/login/check-boxes.ts';
import { completeLogin, readForCompletion } from '#server/login/complete.ts';
import type { LoginAnswer } from '#server/login/login-answer.ts';
import { checkFresh, requestToFinish } from '#server/login/pending-request.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, subjectOf } from '#server/login/require-proof.ts';
import { requireSecondStep, requireSecondStepTypeCode } from '#server/login/second-step.ts';
import type { SecondStepFields } from '#wire/user-password.ts';
import type { CallDeps } from './call.ts';
import { loginContext, loginVerification } from './login-verification.ts';

/** The body of the call that finishes a login. */
export const loginBody = v.object({
  userId: idField,
  userPassword: v.string(),
  rememberBrowser: v.optional(v.picklist(['Y', 'N'])),
});

type LoginBody = v.InferOutput<typeof loginBody>;

/** Finishes a login with its second step. */
export function secondStepLogin({ portal, findRequest, engines, failures }: CallDeps) {
  const { verifyAttempt } = loginVerification(portal, failures);

  return async (
    c: Ctx,
    { userId, rememberBrowser }: LoginBody,
    sent: SecondStepFields,
  ): Promise<LoginAnswer> => {
    const proven = await requireSecondStep(portal, c.get('requestSession'), sent.accessToken);
    const { subject, account, session, firstStep } = proven;
    const sentSubject = subjectOf(await c.get('userIdOf')(userId), sent.clientId);
    if (sentSubject.userId !== subject.userId || sentSubject.clientId !== subject.clientId)
      throw new Refusal(401, 'notAuthorized');
    const { rule } = await policyForCall(portal, subject, sent.policyId);
    const tokenCode = await requireSecondStepTypeCode(portal, account, rule, firstStep, sent.tokenCode);
    const pending = await requestToFinish(portal, findRequest, session, subject.clientId, sent);
    await checkFresh(portal, session, subject.clientId, pending, firstStep);
    const context = loginContext(session, subject);
    const attempt = { account, tokenCode, secret: sent.secret, context };
    const { method, at, data } = await verifyAttempt(c, attempt, () =>
      readForCompletion(portal, findRequest, subject, proven, sent),
    );

    return completeLogin(portal, { findRequest, engines }, c.get('requestSession'), subject, proven, data, {
      methods: [...firstStep.methods, method],
      provedAt: [...firstStep.provedAt, at],
      steps: 2,
      redirect: sent.redirect,
      remembersBrowser: rememberBrowser === 'Y',
      boxes: {
        first: firstStepCheckBoxes(firstStep.tokenCode, sent.firstFixed),
        second: { tokenCode, isDefault: sent.fixed === 'Y' },
      },
    });
  };
}
