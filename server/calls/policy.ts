import * as v from 'valibot';
import type { PolicyRule } from '#server/config/policy.ts';
import type { Account } from '#server/db/accounts.ts';
import { clientAddress } from '#server/guard/client-address.ts';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Subject, subjectOf } from '#server/login/earned.ts';
import { firstStepBefore, issueSecondStep, type SecondStepTokens } from '#server/login/second-step.ts';
import { maskedTokens, policyAnswer } from '#server/policy/answer.ts';
import type { Session } from '#server/session/sessions.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({ userId: idField, clientId: idField });

/** The policy check: the step that an ID is entered with. */
export function policyCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  /** A session with one step done is asked only for the second (decision 156). */
  const resumeSecondStep = async (
    session: Session,
    subject: Subject,
    account: Account,
    rule: PolicyRule,
  ): Promise<SecondStepTokens | null> => {
    const pending = await findRequest(portal.requests.of(session, subject.clientId));
    const request = pending?.request ?? null;
    const firstStep = firstStepBefore(portal, session, { account, subject, rule, request });
    if (!firstStep) return null;
    portal.proofs.recordFirstStep(session, subject.clientId, subject.userId, firstStep);
    return issueSecondStep(portal, session, subject);
  };

  return [
    {
      method: 'POST',
      path: '/auth/policy/check',
      async handle(c) {
        const sent = await readBody(c, body);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { userId, clientId } = subject;
        const address = clientAddress(c, portal.config.trustProxy);
        if (failures.isReached(address))
          throw new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });

        if (!portal.client(clientId)) throw new Refusal(403, '016_1');
        const account = portal.accounts.find(userId);
        if (!account) {
          failures.record(address);
          throw new Refusal(404, '000');
        }
        const resolved = portal.policy(userId, clientId);
        if (!resolved.ok) throw new Refusal(403, resolved.errCode);

        const { policyId, rule } = resolved.policy;
        const session = c.get('visit').ensureSession();
        portal.proofs.recordPolicyCheck(session, clientId, userId, policyId);
        const resumed = await resumeSecondStep(session, subject, account, rule);
        const tokens = maskedTokens(portal.devices, userId);
        const fixed = portal.fixedTokens.find(userId);
        const secondDefault = portal.secondDefaults.find(userId);
        return answer(c, {
          ...policyAnswer(resolved.policy, account, tokens, fixed, secondDefault),
          ...resumed,
        });
      },
    },
  ];
}
