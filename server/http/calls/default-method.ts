import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { bearerOf, callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { SECOND_TOKENS, secondTokenOf } from '#server/login/policy/second-tokens.ts';
import { hasUsableSecondToken } from '#server/login/policy/usable-tokens.ts';
import { Refusal } from '#server/login/refusal.ts';
import { requireRegistration } from '#server/login/registration/open.ts';
import { reportChange } from '#server/login/registration/report-change.ts';
import { checkProofStrength } from '#server/login/registration/required-proofs.ts';
import { rulesAccepting } from '#server/login/registration/strength.ts';
import { NO_DEFAULT, SETTABLE_DEFAULTS, type SettableDefault } from '#wire/default-method.ts';
import { parseTypeCode } from '#wire/type-codes.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({ type: v.string(), userId: idField, default: v.string() });

/**
 * The call that sets the default method of a person: for the second step after a login with two steps, otherwise for
 * the first step (rules 62 and 63).
 */
export function defaultMethodCalls({ portal }: CallDeps): readonly Call[] {
  /**
   * @throws Refusal 400 when the method cannot be a default method, or when the person has not registered the method
   */
  const requireSettable = async (userId: string, typeCode: string): Promise<SettableDefault> => {
    const code = SETTABLE_DEFAULTS.find((settable) => settable === typeCode);
    const tokenName = code && secondTokenOf(code);
    if (!code || !tokenName) throw new Refusal(400, '018');
    const account = await portal.accounts.find(userId);
    if (!account || !(await hasUsableSecondToken(portal.devices, account, tokenName)))
      throw new Refusal(400, '015_1');
    return code;
  };

  /**
   * The person of the call: the signed-in person, or the person of the open registration whose token the call contains
   * (rule 205).
   * @throws Refusal 401 when the session has no such login or registration, 403 when its proofs are too weak (rule 225)
   */
  const requirePerson = async (c: Ctx, userId: string, typeCode: string) => {
    const code = parseTypeCode(typeCode);
    const tokenName = code && secondTokenOf(code);
    const change = { methods: tokenName ? [tokenName] : SECOND_TOKENS, isAddition: false };
    const session = await c.get('requestSession').session();
    const login = session && (await portal.sessions.findLogin(session));
    if (session && (await portal.identityTokens.find(session, bearerOf(c)))) {
      const { account, identityMethod, subject } = await requireRegistration(
        portal,
        callerOf(c),
        userId,
        change,
      );
      const firstStep = (await portal.proofs.find(session, subject.clientId, userId))?.firstStep;
      return { account, way: identityMethod, isSecondStep: firstStep != null };
    }
    const account = login?.userId === userId ? await portal.accounts.find(userId) : null;
    if (!login || !account) throw new Refusal(401, 'notAuthorized');
    await checkProofStrength(
      portal,
      account,
      login.methods,
      await rulesAccepting(portal, userId, change.methods),
    );
    return { account, way: login.methods.join('+'), isSecondStep: login.steps === 2 };
  };

  /** The type code of the current default method. */
  const currentDefault = async (userId: string, isSecondStep: boolean): Promise<string> => {
    const code = isSecondStep
      ? await portal.secondStepDefaults.find(userId)
      : (await portal.firstStepDefaults.find(userId))?.tokenCode;
    return code ?? NO_DEFAULT;
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/default',
      async handle(c) {
        const { userId, default: typeCode } = await readBody(c, body);
        const { account, way, isSecondStep } = await requirePerson(c, userId, typeCode);
        const formerDefault = await currentDefault(userId, isSecondStep);
        const kind = typeCode === NO_DEFAULT ? NO_DEFAULT : await requireSettable(userId, typeCode);
        if (kind === NO_DEFAULT) {
          if (isSecondStep) await portal.secondStepDefaults.clear(userId);
          else await portal.firstStepDefaults.clear(userId);
        } else if (isSecondStep) await portal.secondStepDefaults.set(userId, kind);
        else await portal.firstStepDefaults.set(userId, { tokenCode: kind, alwaysSend: false });
        if (kind !== formerDefault) {
          const { origin } = c.get('requestSession');
          reportChange(portal, { account, event: 'default.changed', kind, factorId: '', way, ...origin });
        }
        return answer(c);
      },
    },
  ];
}
