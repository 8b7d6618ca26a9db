import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { issueTokenAfterPassword } from '#server/login/identity/password-token.ts';
import { recordProgress, requestToFinish } from '#server/login/pending-request.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, requireProof, subjectOf } from '#server/login/require-proof.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { Call, CallDeps } from './call.ts';
import { loginContext, loginVerification, readNothing } from './login-verification.ts';

const gateBody = v.object({
  userId: idField,
  userPassword: v.string(),
  clientId: idField,
  selfAuthFlag: v.picklist(['N', 'Y']),
  policyId: v.string(),
});

/** The call that verifies the password of the password gate, or once more before a change of factors (rule 175). */
export function passwordGateCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  const { verifyAttempt, recordAttempt } = loginVerification(portal, failures);
  return [
    {
      method: 'POST',
      path: '/login/password',
      async handle(c) {
        const sent = await readBody(c, gateBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        recordAttempt(c, subject.clientId, TYPE_CODES.password);
        const requestSession = c.get('requestSession');
        const { account, session } = await requireProof(portal, requestSession, subject);
        const { rule } = await policyForCall(portal, subject, sent.policyId);
        const isBeforeFactorChange = sent.selfAuthFlag === 'Y';
        if (!isBeforeFactorChange && rule.authType !== 'other') throw new Refusal(400, '018');
        const { at } = await verifyAttempt(
          c,
          {
            account,
            tokenCode: TYPE_CODES.password,
            secret: sent.userPassword,
            context: loginContext(session, subject),
          },
          readNothing,
        );

        const { cookies, fields } = await portal.transaction(async () => {
          const { session } = await requireProof(portal, requestSession, subject);
          const cookies = await portal.sessions.rotateId(session);
          const fields = isBeforeFactorChange
            ? { accessToken: await issueTokenAfterPassword(portal, session, subject) }
            : {};
          if (!isBeforeFactorChange)
            await portal.proofs.recordPassword(session, subject.clientId, subject.userId, at);
          await idempotentRequest().settle(fields, cookies);
          return { cookies, fields };
        });
        requestSession.addCookies(cookies);
        if (!isBeforeFactorChange) {
          await recordProgress(
            await requestToFinish(portal, findRequest, session, subject.clientId, { redirect: '' }),
            'proved',
          );
        }
        return answer(c, fields);
      },
    },
  ];
}
