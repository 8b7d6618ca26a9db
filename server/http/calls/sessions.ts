import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import type { Ctx } from '#server/http/env.ts';
import { queryUserId } from '#server/http/user-id.ts';
import { endEngineSessionsNamed } from '#server/login/end-engine-sessions.ts';
import { lastSignIn } from '#server/login/last-sign-in.ts';
import { typeCodeOfToken } from '#server/login/policy/second-tokens.ts';
import { Refusal } from '#server/login/refusal.ts';
import { checkManagement } from '#server/login/registration/checks.ts';
import { type OpenRegistration, requireRegistration } from '#server/login/registration/open.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import type { Call, CallDeps } from './call.ts';

/**
 * The calls that list and end a person's sessions and remembered browsers, as an extension of spec section 7 (rule
 * 223).
 */
export function sessionCalls({ portal, engines }: CallDeps): readonly Call[] {
  const open = async (c: Ctx): Promise<OpenRegistration> => {
    const registration = await requireRegistration(portal, callerOf(c), await queryUserId(c));
    checkManagement(registration);
    return registration;
  };

  return [
    {
      method: 'GET',
      path: '/data/portal/sessions',
      async handle(c) {
        const { subject, session } = await open(c);
        const userSessions = await portal.sessions.listSignedIn(subject.userId);
        const remembered = await portal.rememberedBrowsers.ofUser(subject.userId);
        const last = await lastSignIn(portal, session, subject.userId, 'overview');
        return answer(c, {
          ...(last && { lastSignIn: last }),
          sessions: userSessions.map(({ key, address, engineSession: _, ...fields }) => ({
            ...fields,
            addressRange: addressRange(address),
            isThis: key === session.key,
          })),
          ...(remembered.length > 0 && {
            rememberedBrowsers: remembered.map(({ policy: _policy, method, ...fields }) => ({
              ...fields,
              tokenCode: typeCodeOfToken(method),
            })),
          }),
        });
      },
    },
    {
      method: 'DELETE',
      path: '/data/portal/sessions/:sessionId',
      async handle(c) {
        const { subject, session } = await open(c);
        const sessionId = c.req.param('sessionId') ?? '';
        const userSessions = await portal.sessions.listSignedIn(subject.userId);
        const sessionToEnd = userSessions.find((userSession) => userSession.sessionId === sessionId);
        if (sessionToEnd?.key === session.key) throw new Refusal(400, 'ownSession');
        if (sessionToEnd) {
          await portal.sessions.end(sessionToEnd.key);
          if (sessionToEnd.engineSession !== null)
            await endEngineSessionsNamed(engines, [sessionToEnd.engineSession]);
          portal.audit({ event: 'session.ended', account: subject.userId, way: 'elsewhere' });
        }
        return answer(c);
      },
    },
    {
      method: 'DELETE',
      path: '/data/portal/remembered-browsers/:rememberedId',
      async handle(c) {
        const { subject } = await open(c);
        const { userId } = subject;
        if (await portal.rememberedBrowsers.end(userId, c.req.param('rememberedId') ?? ''))
          portal.audit({ event: 'browser.forgotten', account: userId });
        return answer(c);
      },
    },
  ];
}
