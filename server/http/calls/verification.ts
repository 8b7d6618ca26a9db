import * as v from 'valibot';
import { CONTACT_TYPES } from '#server/config/identity-methods.ts';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { pathUserId } from '#server/http/user-id.ts';
import { matchesAccount } from '#server/login/identity/match.ts';
import { mayReadPersonData } from '#server/login/identity/may-read-person-data.ts';
import { maskedContacts } from '#server/login/policy/answer.ts';
import { usageRefusalIgnoringSuspension } from '#server/login/policy/usage.ts';
import { Refusal } from '#server/login/refusal.ts';
import { type Subject, subjectOf } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Call, CallDeps } from './call.ts';

const detailField = v.pipe(v.string(), v.maxLength(256));

const body = v.object({
  clientId: idField,
  lastName: detailField,
  firstName: detailField,
  info: detailField,
  type: v.picklist(CONTACT_TYPES),
});

/** The verification call of the identity check (rules 176 and 177). */
export function verificationCalls({ portal, failures }: CallDeps): readonly Call[] {
  const { accounts, checkAttempts, passedChecks, sessions } = portal;

  /** @throws Refusal 401 when the session may not read the data of the person */
  const requireReadableData = async (c: Ctx, subject: Subject): Promise<Session> => {
    const session = await c.get('requestSession').session();
    if (!session || !(await mayReadPersonData(portal, session, subject)))
      throw new Refusal(401, 'notAuthorized');
    return session;
  };

  return [
    {
      method: 'POST',
      path: '/data/sso/accounts/:userId/verification',
      async handle(c) {
        const sent = await readBody(c, body);
        const subject = subjectOf(await pathUserId(c), sent.clientId);
        const session = await requireReadableData(c, subject);
        const countedTry = await countTry(c, failures, portal.config);
        const { userId } = subject;
        if (!(await checkAttempts.begin(userId, 'verification')).isAllowed) {
          await countedTry.uncount();
          const seconds = await checkAttempts.secondsLocked(userId, 'verification');
          throw new Refusal(429, 'identityLocked', { headers: { 'Retry-After': String(seconds) } });
        }
        const account = await accounts.find(userId);
        const hasMatched = account !== null && matchesAccount(account, sent);
        if (!hasMatched || usageRefusalIgnoringSuspension(account, portal.localTime()) !== null) {
          throw new Refusal(400, 'noMatch');
        }
        await countedTry.uncount();
        await checkAttempts.succeed(userId, 'verification');
        await passedChecks.record(session, subject, 'contact', sent.type);
        portal.audit({
          event: 'identity.matched',
          account: userId,
          client: subject.clientId,
          method: sent.type,
        });
        c.get('requestSession').addCookies(await sessions.rotateId(session));
        return answer(c, maskedContacts(account));
      },
    },
  ];
}
