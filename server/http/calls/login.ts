import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { firstBoxes } from '#server/login/boxes.ts';
import { completeLogin, type LoginAnswer } from '#server/login/complete.ts';
import { firstStepCode, gatePassword } from '#server/login/first-step.ts';
import { passwordToken } from '#server/login/identity/password-token.ts';
import type { MethodContext } from '#server/login/methods/method.ts';
import { checkFresh, markProgress, requestToEnd } from '#server/login/pending-request.ts';
import { type ProvedMethod, prove, type ShownProof } from '#server/login/prove.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, requireProof, type Subject, subjectOf } from '#server/login/require-proof.ts';
import {
  firstStepProofs,
  issueSecondStep,
  ranksAfter,
  requireSecondStep,
  secondStepCode,
} from '#server/login/second-step.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { methodNamed } from '#wire/methods.ts';
import { parseTokenCode, TOKEN_CODES } from '#wire/token-codes.ts';
import { decodeUserPassword, type FirstStepPassword, type SecondStepPassword } from '#wire/user-password.ts';
import type { Call, CallDeps } from './call.ts';

const gateBody = v.object({
  userId: idField,
  userPassword: v.string(),
  clientId: idField,
  selfAuthFlag: v.picklist(['N', 'Y']),
  policyId: v.string(),
});

const loginBody = v.object({ userId: idField, userPassword: v.string() });

const firstOfTwoBody = v.object({
  clientId: idField,
  userId: idField,
  type: v.string(),
  otp: v.string(),
  fidoStatus: v.string(),
});

/**
 * The calls that prove: the password gate or the password once more (decision 175), the first of two steps,
 * and the two forms of /authenticate that end a login (decisions 52 to 58). All proofs are verified in one
 * place.
 */
export function loginCalls({ portal, findRequest, failures }: CallDeps): readonly Call[] {
  const contextOf = (session: Session, { clientId }: Subject): MethodContext => ({
    session,
    clientId,
    purpose: 'login',
  });

  const proveFrom = async (c: Ctx, shown: ShownProof): Promise<ProvedMethod> => {
    return prove(portal, shown, await countTry(c, failures, portal.config));
  };

  const attempts = (c: Ctx, clientId: string, typeCode: string): void => {
    const tokenCode = parseTokenCode(typeCode);
    const client = portal.client(clientId)?.clientId ?? '';
    c.set('attempt', { client, method: tokenCode ? methodNamed(tokenCode) : '' });
  };

  const endWithFirstStep = async (c: Ctx, userId: string, sent: FirstStepPassword): Promise<LoginAnswer> => {
    const subject = subjectOf(userId, sent.clientId);
    const { proof, account, session } = await requireProof(portal, c.get('visit'), subject);
    const { rule } = policyForCall(portal, subject, sent.policyId);
    if (rule.secondAuth) throw new Refusal(401, 'notEarned');
    const pending = await requestToEnd(portal, findRequest, session, subject.clientId, sent);
    const passwordAt = await gatePassword(portal, { session, proof, subject, rule, pending });
    const tokenCode = await firstStepCode(portal, account, rule, sent.tokenCode);
    const context = contextOf(session, subject);
    const { method, at } = await proveFrom(c, { account, tokenCode, secret: sent.secret, context });

    return completeLogin(portal, findRequest, c.get('visit'), subject, {
      ...firstStepProofs(method, at, passwordAt),
      steps: 1,
      redirect: sent.redirect,
      boxes: {
        first: { tokenCode, always: sent.fixed === 'Y', alwaysSend: sent.alwaysSend === 'Y' },
        second: null,
      },
    });
  };

  const endWithSecondStep = async (
    c: Ctx,
    userId: string,
    sent: SecondStepPassword,
  ): Promise<LoginAnswer> => {
    const { subject, account, session, firstStep } = await requireSecondStep(
      portal,
      c.get('visit'),
      sent.accessToken,
    );
    const typeCode = subjectOf(userId, sent.clientId);
    if (typeCode.userId !== subject.userId || typeCode.clientId !== subject.clientId) {
      throw new Refusal(401, 'notEarned');
    }
    const { rule } = policyForCall(portal, subject, sent.policyId);
    const tokenCode = await secondStepCode(portal, account, rule, firstStep, sent.tokenCode);
    const pending = await requestToEnd(portal, findRequest, session, subject.clientId, sent);
    await checkFresh(portal, session, subject.clientId, pending, firstStep);
    const context = contextOf(session, subject);
    const { method, at } = await proveFrom(c, { account, tokenCode, secret: sent.secret, context });

    return completeLogin(portal, findRequest, c.get('visit'), subject, {
      methods: [...firstStep.methods, method],
      provedAt: [...firstStep.provedAt, at],
      steps: 2,
      redirect: sent.redirect,
      boxes: {
        first: firstBoxes(firstStep.tokenCode, sent.firstFixed),
        second: { tokenCode, isDefault: sent.fixed === 'Y' },
      },
    });
  };

  return [
    {
      method: 'POST',
      path: '/login/password',
      async handle(c) {
        const sent = await readBody(c, gateBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        attempts(c, subject.clientId, TOKEN_CODES.password);
        const visit = c.get('visit');
        const { account, session: before } = await requireProof(portal, visit, subject);
        const { rule } = policyForCall(portal, subject, sent.policyId);
        const isReLogin = sent.selfAuthFlag === 'Y';
        if (!isReLogin && rule.authType !== 'other') throw new Refusal(400, '018');
        const { at } = await proveFrom(c, {
          account,
          tokenCode: TOKEN_CODES.password,
          secret: sent.userPassword,
          context: contextOf(before, subject),
        });

        const { session } = await requireProof(portal, visit, subject);
        const { cookies, typeCode } = await portal.transaction(async () => {
          const risen = await portal.sessions.raise(session);
          const fields = isReLogin ? { accessToken: await passwordToken(portal, session, subject) } : {};
          if (!isReLogin) await portal.proofs.recordPassword(session, subject.clientId, subject.userId, at);
          await idempotentRequest().settle(fields, risen);
          return { cookies: risen, typeCode: fields };
        });
        visit.addCookies(cookies);
        if (!isReLogin) {
          await markProgress(
            await requestToEnd(portal, findRequest, session, subject.clientId, { redirect: '' }),
            'proved',
          );
        }
        return answer(c, typeCode);
      },
    },
    {
      method: 'POST',
      path: '/login/oidc',
      async handle(c) {
        const sent = await readBody(c, firstOfTwoBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { userId, clientId } = subject;
        attempts(c, clientId, sent.type);
        const visit = c.get('visit');
        const before = await requireProof(portal, visit, subject);
        const { rule } = policyForCall(portal, subject, before.proof.policyId);
        if (!rule.secondAuth) throw new Refusal(401, 'notEarned');
        const pending = await requestToEnd(portal, findRequest, before.session, clientId, { redirect: '' });
        const begun = { subject, rule, pending };
        await gatePassword(portal, { ...before, ...begun });
        const tokenCode = await firstStepCode(portal, before.account, rule, sent.type);
        const context = contextOf(before.session, subject);
        const { method, at } = await proveFrom(c, {
          account: before.account,
          tokenCode,
          secret: sent.otp,
          context,
        });

        const { session, proof } = await requireProof(portal, visit, subject);
        const proved = firstStepProofs(method, at, await gatePassword(portal, { session, proof, ...begun }));
        const secondTokenPriority = await ranksAfter(portal, before.account, rule, proved.methods);
        const { cookies, typeCode } = await portal.transaction(async () => {
          const risen = await portal.sessions.raise(session);
          await portal.proofs.recordFirstStep(session, clientId, userId, { ...proved, tokenCode });
          const fields = { ...(await issueSecondStep(portal, session, subject)), secondTokenPriority };
          await idempotentRequest().settle(fields, risen);
          return { cookies: risen, typeCode: fields };
        });
        visit.addCookies(cookies);
        await markProgress(pending, 'proved');
        return answer(c, typeCode);
      },
    },
    {
      method: 'POST',
      path: '/authenticate',
      async handle(c) {
        const { userId, userPassword } = await readBody(c, loginBody);
        const sent = decodeUserPassword(userPassword);
        if (!sent) throw new Refusal(400, 'malformed');
        attempts(c, subjectOf('', sent.clientId).clientId, sent.tokenCode);
        const result =
          sent.step === '1'
            ? await endWithFirstStep(c, userId, sent)
            : await endWithSecondStep(c, userId, sent);
        return answer(c, result);
      },
    },
  ];
}
