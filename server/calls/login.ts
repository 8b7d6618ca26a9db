import * as v from 'valibot';
import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { clientAddress } from '#server/guard/client-address.ts';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { completeLogin } from '#server/login/complete.ts';
import { earnedBy, subjectOf, toldPolicy } from '#server/login/earned.ts';
import { prove, type Shown } from '#server/login/prove.ts';
import { finishingMethods, hasGate } from '#server/policy/satisfies.ts';
import type { Proof } from '#server/session/proofs.ts';
import { parseTokenCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import { decodeUserPassword, type FirstStepPassword } from '#wire/user-password.ts';
import type { Call, CallDeps } from './call.ts';

const gateBody = v.object({
  userId: idField,
  userPassword: v.string(),
  clientId: idField,
  selfAuthFlag: v.literal('N'),
  policyId: v.string(),
});

const loginBody = v.object({ userId: idField, userPassword: v.string() });

function readFirstStep(userPassword: string): FirstStepPassword {
  const sent = decodeUserPassword(userPassword);
  if (!sent) throw new Refusal(400, 'malformed');
  if (sent.step !== '1') throw new Refusal(401, 'notEarned');
  return sent;
}

/** Refuses a first step that the policy does not end a login with, or whose gate is still shut. */
function checkOrder(rule: PolicyRule, proof: Proof): void {
  if (rule.secondAuth || (hasGate(rule) && proof.passwordAt === null)) throw new Refusal(401, 'notEarned');
}

/** The password gate, and the call that ends a login of one step (decisions 52 to 57). */
export function loginCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  const proveFrom = (c: Ctx, shown: Shown): Promise<MethodKey> => {
    const address = clientAddress(c, portal.config.trustProxy);
    if (failures.isReached(address)) throw new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });
    return prove(portal, shown, () => failures.record(address));
  };

  /** @throws Refusal 018 when no such method ends a login under the policy. */
  const allowedCode = (rule: PolicyRule, sent: FirstStepPassword): TokenCode => {
    const tokenCode = parseTokenCode(sent.tokenCode);
    const method = tokenCode && portal.methods.get(tokenCode);
    const finishing = finishingMethods(rule);
    if (!tokenCode || !method?.needs.every((key) => finishing.includes(key))) throw new Refusal(400, '018');
    return tokenCode;
  };

  return [
    {
      method: 'POST',
      path: '/login/password',
      async handle(c) {
        const sent = await readBody(c, gateBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const visit = c.get('visit');
        const { account, session: before } = earnedBy(portal, visit, subject);
        const { rule } = toldPolicy(portal, subject, sent.policyId);
        if (rule.authType !== 'other') throw new Refusal(400, '018');
        await proveFrom(c, {
          account,
          tokenCode: TOKEN_CODES.password,
          secret: sent.userPassword,
          context: { session: before, clientId: subject.clientId },
        });

        const { session } = earnedBy(portal, visit, subject);
        visit.addCookies(portal.sessions.raise(session));
        portal.proofs.recordPassword(session, subject.clientId, subject.userId);
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/authenticate',
      async handle(c) {
        const { userId, userPassword } = await readBody(c, loginBody);
        const sent = readFirstStep(userPassword);
        const subject = subjectOf(userId, sent.clientId);
        const visit = c.get('visit');
        const { proof, account, session } = earnedBy(portal, visit, subject);
        const { rule } = toldPolicy(portal, subject, sent.policyId);
        checkOrder(rule, proof);
        const tokenCode = allowedCode(rule, sent);
        const context = { session, clientId: subject.clientId };
        const method = await proveFrom(c, { account, tokenCode, secret: sent.secret, context });

        const result = await completeLogin(portal, findRequest, visit, subject, {
          methods: [method],
          steps: 1,
          tokenCode,
          always: sent.fixed === 'Y',
          alwaysSend: sent.alwaysSend === 'Y',
        });
        return answer(c, result);
      },
    },
  ];
}
