import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { bearerOf, callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { finishHeldLogin } from '#server/login/held-login.ts';
import { hashAnswer } from '#server/login/password/answer.ts';
import { requirePasswordGrant } from '#server/login/password/grant.ts';
import { hasPassword } from '#server/login/password/has-password.ts';
import { matchesHash } from '#server/login/password/hash.ts';
import { savePassword } from '#server/login/password/save.ts';
import { Refusal } from '#server/login/refusal.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import type { ChangeKind } from '#server/storage/repositories/password-changes.ts';
import { akHashOf } from '#server/storage/repositories/password-links.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import { AUTH_HEADER } from '#wire/names.ts';
import { isAnswer } from '#wire/question-answer.ts';
import type { Call, CallDeps } from './call.ts';

const passwordBody = v.object({ userId: idField, pw: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)) });
const answerBody = v.object({ userId: idField, questionId: idField, answer: v.string() });
const initBody = v.object({ userId: idField, ak: idField });

/** The hash of the token in a password call, as it is stored. */
const tokenHashOf = (c: Ctx): string => hexTokenHash(bearerOf(c, AUTH_HEADER));

/** Whether a call creates the first password of a person or changes a password. */
type SavePurpose = 'create' | 'change';

const purposeOf = (kind: ChangeKind): SavePurpose => (kind === 'create' ? 'create' : 'change');

/** Number of times that one token may check whether a password is in use (rule 194). */
const MAX_IN_USE_CHECKS = 10;

/** The password calls (spec section 7, rules 184 to 189 and 194 to 196). */
export function passwordCalls({ portal, findRequest, engines }: CallDeps): readonly Call[] {
  const { passwords, answers, heldLogins, passwordChanges } = portal;

  /**
   * Whether an earlier call with this token has already saved the same password, but its answer was lost (rule 185).
   */
  const isSavedAlready = async (
    c: Ctx,
    userId: string,
    pw: string,
    purpose: SavePurpose,
  ): Promise<boolean> => {
    const session = await c.get('requestSession').session();
    const save = session && (await passwordChanges.findSave(session, tokenHashOf(c)));
    if (!save || save.isEnded || save.userId !== userId || purposeOf(save.kind) !== purpose) return false;
    const current = await passwords.find(userId);
    return current !== null && (await matchesHash(pw, current.hash));
  };

  const saveNewPassword = async (
    c: Ctx,
    userId: string,
    pw: string,
    purpose: SavePurpose,
  ): Promise<Response> => {
    const requestSession = c.get('requestSession');
    const grant = await requirePasswordGrant(portal, callerOf(c, AUTH_HEADER), userId);
    if (purposeOf(grant.kind) !== purpose) throw new Refusal(401, 'notAuthorized');
    const heldLogin = await heldLogins.find(grant.session, grant.tokenHash);
    const isFirstPassword = !(await hasPassword(portal, grant.account));
    await savePassword(portal, grant, pw);
    for (const engine of engines) await engine.endSessionsOf(userId);
    portal.audit({
      event: 'password.changed',
      account: userId,
      client: grant.subject.clientId,
      kind: grant.kind,
      way: grant.resetMethod ?? '',
    });
    portal.notifyPerson(grant.account, {
      event: isFirstPassword ? 'password-created' : 'password-changed',
      browser: requestSession.origin.browser,
      addressRange: addressRange(requestSession.origin.address),
    });
    if (grant.kind !== 'expiry' || !heldLogin) return answer(c);
    return answer(c, {
      to: await finishHeldLogin(portal, { findRequest, engines }, requestSession, grant.subject, heldLogin),
    });
  };

  const save = async (c: Ctx, purpose: SavePurpose): Promise<Response> => {
    const { userId, pw } = await readBody(c, passwordBody);
    if (await isSavedAlready(c, userId, pw, purpose)) return answer(c);
    try {
      return await saveNewPassword(c, userId, pw, purpose);
    } catch (error) {
      if (error instanceof Refusal && (await isSavedAlready(c, userId, pw, purpose))) return answer(c);
      throw error;
    }
  };

  /** @throws Refusal 401 when the token has saved no password in this session. */
  const requireSavedChange = async (c: Ctx, userId: string) => {
    const session = await c.get('requestSession').session();
    const savedChange = session && (await passwordChanges.findSave(session, tokenHashOf(c)));
    if (savedChange?.userId !== userId) throw new Refusal(401, 'notAuthorized');
    return savedChange;
  };

  return [
    {
      method: 'GET',
      path: '/pw/level',
      async handle(c) {
        const { setting } = await requirePasswordGrant(portal, callerOf(c, AUTH_HEADER));
        const { level, twoKinds } = setting;
        return answer(c, { level, ...(twoKinds && { twoKinds: 1 }) });
      },
    },
    {
      method: 'POST',
      path: '/pw/in-use',
      async handle(c) {
        const { userId, pw } = await readBody(c, passwordBody);
        const { tokenHash } = await requirePasswordGrant(portal, callerOf(c, AUTH_HEADER), userId);
        if (!(await passwordChanges.countInUseCheck(tokenHash, MAX_IN_USE_CHECKS))) {
          throw new Refusal(429, 'tooManyQuestions');
        }
        const current = await passwords.find(userId);
        const isInUse = await matchesHash(pw, current?.hash ?? (await portal.decoyHash));
        return isInUse && current ? answer(c) : c.body(null, 204);
      },
    },
    { method: 'PUT', path: '/pw', handle: (c) => save(c, 'change') },
    { method: 'POST', path: '/pw', handle: (c) => save(c, 'create') },
    {
      method: 'POST',
      path: '/pw/answer',
      async handle(c) {
        const { userId, questionId, answer: answerText } = await readBody(c, answerBody);
        const savedChange = await requireSavedChange(c, userId);
        if (savedChange.kind !== 'create' || savedChange.isEnded) throw new Refusal(401, 'notAuthorized');
        const isConfigured = portal.config.questions.some((question) => question.questionId === questionId);
        if (!isConfigured || !isAnswer(answerText)) throw new Refusal(400, 'answerRefused');
        await answers.set(userId, { questionId, hash: await hashAnswer(answerText, portal.config.argon2) });
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/pw/init',
      async handle(c) {
        const { userId, ak } = await readBody(c, initBody);
        const { akHash } = await requireSavedChange(c, userId);
        if (akHash !== akHashOf(ak)) throw new Refusal(400, 'linkUsed');
        await passwordChanges.end(tokenHashOf(c));
        return answer(c);
      },
    },
  ];
}
