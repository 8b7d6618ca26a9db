import { wireClientId } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import type { PendingRequest } from '#server/login/pending-request.ts';
import type { Portal } from '#server/login/portal.ts';
import type { ReauthReason } from '#wire/initial-data.ts';

/** Why an existing login is not enough: `renew` when it is too old, `more` when its proofs are too weak (rule 156). */
async function findReauthReason(c: Ctx, portal: Portal, request: AuthRequest): Promise<'renew' | 'more'> {
  const requestForAnyAge = { ...request, wantsFreshLogin: false, maxAgeSeconds: null };
  return (await portal.logins.satisfyingLogin(c.req.header('cookie') ?? '', requestForAnyAge))
    ? 'renew'
    : 'more';
}

/** The summary of a pending request for the session of a call (spec section 3, Auth summary). */
export async function requestSummary(c: Ctx, portal: Portal, { request }: PendingRequest) {
  const session = await c.get('requestSession').session();
  const login = await portal.logins.satisfyingLogin(c.req.header('cookie') ?? '', request);
  const sessionUserId = session && (await portal.sessions.findLogin(session))?.userId;
  const userId = login?.userId ?? (request.loginHint || (sessionUserId ?? ''));
  const isReplaced = !sessionUserId && session !== null && (await portal.sessions.isReplaced(session));
  const isReauthentication = !login && userId !== '' && userId === sessionUserId;
  const replacedReason: ReauthReason | null = isReplaced ? 'elsewhere' : null;
  const reauthReason = isReauthentication ? await findReauthReason(c, portal, request) : replacedReason;
  return {
    id: wireClientId(request.clientId),
    isSaml: request.protocol === 'saml',
    userId,
    redirectUrl: request.resumeUrl,
    isAlreadyAuth: login !== null,
    scopes: request.scopes,
    reauthReason,
  };
}
