import * as v from 'valibot';
import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { answer } from '#server/http/answer.ts';
import { idField, readBodyAsSent } from '#server/http/body.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import { recordProgress } from '#server/login/pending-request.ts';
import { maskedTokens, policyAnswer } from '#server/login/policy/answer.ts';
import { policyRefusal } from '#server/login/policy/policy-refusal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyInBrowser } from '#server/login/remembered-browser.ts';
import { type Subject, subjectOf } from '#server/login/require-proof.ts';
import {
  earlierFirstStep,
  earlierGatePasswordAt,
  issueSecondStepTokens,
  ranksAfterFirstStep,
  type SecondStepTokens,
} from '#server/login/second-step.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Call, CallDeps } from './call.ts';

/** A typed ID. It has no maximum length, so that a very long ID is refused as unknown, not as malformed. */
const typedIdField = v.pipe(v.string(), v.minLength(1));

const body = v.object({ userId: typedIdField, clientId: idField });

const tooManyRequests = (): Refusal => new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });

/** The step at which the sign-in resumes. */
type ResumePoint =
  | { readonly from: 'start' | 'methods' }
  | { readonly from: 'second-step'; readonly tokens: SecondStepTokens; readonly used: readonly MethodKey[] };

/** The policy check, the call of the ID entry. */
export function policyCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  const { gather } = portal.storage;

  /**
   * The step at which the sign-in resumes. The session may have already proved the first of two steps, or the password
   * of the password gate (rule 156).
   */
  const resume = async (
    session: Session,
    subject: Subject,
    account: Account,
    rule: PolicyRule,
    request: AuthRequest | null,
  ): Promise<ResumePoint> => {
    const requirements = { account, subject, rule, request };
    const firstStep = await earlierFirstStep(portal, session, requirements);
    if (firstStep) {
      await portal.proofs.recordFirstStep(session, subject.clientId, subject.userId, firstStep);
      return {
        from: 'second-step',
        tokens: await issueSecondStepTokens(portal, session, subject),
        used: firstStep.methods,
      };
    }
    const provedAt = await earlierGatePasswordAt(portal, session, requirements);
    if (provedAt === null) return { from: 'start' };
    await portal.proofs.recordPassword(session, subject.clientId, subject.userId, provedAt);
    return { from: 'methods' };
  };

  /** Finds an account by a typed ID (rule 169), or by the user handle of a passkey (rule 92). */
  const findAccount = async (typedId: string): Promise<Account | null> => {
    const { accounts, devices, config } = portal;
    const account = await (config.exactIds ? accounts.find(typedId) : accounts.findTyped(typedId));
    return account ?? accounts.find((await devices.passkeys.findUserId(typedId)) ?? '');
  };

  /** The registered factors and the default methods of a person, for the answer. */
  const ownedTokens = (userId: string) =>
    Promise.all([
      maskedTokens(portal.devices, userId),
      portal.firstStepDefaults.find(userId),
      portal.secondStepDefaults.find(userId),
    ]);

  return [
    {
      method: 'POST',
      path: '/auth/policy/check',
      async handle(c) {
        const requestSession = c.get('requestSession');
        const sent = await readBodyAsSent(c, body);
        const { userId: typedId, clientId } = subjectOf(sent.userId, sent.clientId);
        const address = clientNetwork(c, portal.config);
        const client = portal.client(clientId);
        const [storedSession, isLimitReached, account, ownedByTypedId] = await gather(() => [
          requestSession.session(),
          failures.isReached(address),
          client && findAccount(typedId),
          client && ownedTokens(typedId),
        ]);
        if (isLimitReached) throw tooManyRequests();
        if (!client) throw new Refusal(403, '016_1');
        if (!account) {
          if (!(await failures.begin(address))) throw tooManyRequests();
          throw new Refusal(404, '000');
        }
        const { userId } = account;
        const [owned, requestId] = await gather(() => [
          ownedByTypedId && userId === typedId ? ownedByTypedId : ownedTokens(userId),
          requestSession.requestOf(storedSession, clientId),
        ]);
        const pending = await findRequest(requestId);
        const request = pending?.request ?? null;
        const resolved = await portal.policy(userId, clientId, request?.wantsTwoSteps);
        if (!resolved.ok) throw policyRefusal(403, resolved);

        const policy = await policyInBrowser(
          portal,
          { userId, clientId },
          account,
          resolved.policy,
          storedSession,
          request,
        );
        const { policyId, rule } = policy;
        const recordCheck = (session: Session) =>
          gather(() => [
            portal.passedChecks.removeOfOthers(session, userId),
            portal.proofs.recordPolicyCheck(session, clientId, userId, policyId),
          ]);
        const session = storedSession ?? (await requestSession.ensureSession(recordCheck));
        if (storedSession) await recordCheck(storedSession);
        await recordProgress(pending, 'checked');
        const resumePoint = await resume(session, { userId, clientId }, account, rule, request);
        const policyFields = policyAnswer(policy, account, ...owned);
        if (resumePoint.from !== 'second-step')
          return answer(c, { ...policyFields, check: resumePoint.from === 'methods' });
        const secondTokenPriority = await ranksAfterFirstStep(portal, account, rule, resumePoint.used);
        return answer(c, { ...policyFields, ...resumePoint.tokens, secondTokenPriority });
      },
    },
  ];
}
