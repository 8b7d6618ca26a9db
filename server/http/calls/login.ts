import { answer } from '#server/http/answer.ts';
import { readBodyAsSent } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { completeLogin, readForCompletion } from '#server/login/complete.ts';
import { requireFirstStepTypeCode, requireGatePassword } from '#server/login/first-step.ts';
import { requestToFinish } from '#server/login/pending-request.ts';
import { Refusal } from '#server/login/refusal.ts';
import { checkRememberedBrowserAllowed } from '#server/login/remembered-browser.ts';
import {
  findProof,
  type ProvenSession,
  policyForCall,
  requireProof,
  type Subject,
  subjectOf,
} from '#server/login/require-proof.ts';
import { firstStepProofs } from '#server/login/second-step.ts';
import { decodeUserPassword, type FirstStepFields } from '#wire/user-password.ts';
import type { Call, CallDeps } from './call.ts';
import { loginContext, loginVerification } from './login-verification.ts';
import { loginBody, secondStepLogin } from './second-step-login.ts';

/** The call that finishes a login with its only step or with its second step (rules 52 to 58). */
export function loginCalls(deps: CallDeps): readonly Call[] {
  const { portal, findRequest, engines, failures } = deps;
  const { verifyAttempt, recordAttempt } = loginVerification(portal, failures);
  const finishWithSecondStep = secondStepLogin(deps);

  /** The proof for the typed ID. If there is no proof for the ID as typed, the account of the ID is found first. */
  const requireTypedProof = async (c: Ctx, typedSubject: Subject): Promise<ProvenSession> =>
    (await findProof(portal, c.get('requestSession'), typedSubject)) ??
    requireProof(portal, c.get('requestSession'), {
      ...typedSubject,
      userId: await c.get('userIdOf')(typedSubject.userId),
    });

  const finishWithFirstStep = async (c: Ctx, typedId: string, sent: FirstStepFields) => {
    const typedSubject = subjectOf(typedId, sent.clientId);
    const currentSession = c.get('requestSession').lastRead() ?? (await c.get('requestSession').session());
    const [proven, pending] = await portal.storage.gather(() => [
      requireTypedProof(c, typedSubject),
      currentSession && requestToFinish(portal, findRequest, currentSession, typedSubject.clientId, sent),
    ]);
    const { account, session } = proven;
    const subject = { ...typedSubject, userId: account.userId };
    const { rule, remembered } = await policyForCall(portal, subject, sent.policyId);
    if (rule.secondAuth) throw new Refusal(401, 'notAuthorized');
    if (remembered) await checkRememberedBrowserAllowed(portal, session, subject.clientId, pending);
    const passwordAt = await requireGatePassword(portal, { ...proven, subject, rule, pending });
    const tokenCode = await requireFirstStepTypeCode(portal, account, rule, sent.tokenCode);
    const attempt = { account, tokenCode, secret: sent.secret, context: loginContext(session, subject) };
    const { method, at, data } = await verifyAttempt(c, attempt, () =>
      readForCompletion(portal, findRequest, subject, proven, sent),
    );

    return completeLogin(portal, { findRequest, engines }, c.get('requestSession'), subject, proven, data, {
      ...firstStepProofs(method, at, passwordAt),
      steps: 1,
      redirect: sent.redirect,
      ...(remembered && { remembered: remembered.rememberedId }),
      boxes: {
        first: { tokenCode, always: sent.fixed === 'Y', alwaysSend: sent.alwaysSend === 'Y' },
        second: null,
      },
    });
  };

  return [
    {
      method: 'POST',
      path: '/authenticate',
      async handle(c) {
        const body = await readBodyAsSent(c, loginBody);
        const sent = decodeUserPassword(body.userPassword);
        if (!sent) throw new Refusal(400, 'malformed');
        recordAttempt(c, subjectOf('', sent.clientId).clientId, sent.tokenCode);
        if (sent.step === '1') return answer(c, await finishWithFirstStep(c, body.userId, sent));
        return answer(c, await finishWithSecondStep(c, body, sent));
      },
    },
  ];
}
