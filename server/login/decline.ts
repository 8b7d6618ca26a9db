import { wireClientId } from '#server/config/problems.ts';
import { type EngineDeps, requestIdIn } from './pending-request.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';

/**
 * Declines a pending request, and drops the session's proofs and unfinished steps at the client of the request (rule
 * 279). Declining a request again, before its service has received the response, changes nothing.
 * @param redirect the `resumeUrl` of the request
 * @throws Refusal 404 for a request that is unknown, finished or expired
 */
export async function declineRequest(
  portal: Portal,
  { findRequest, engines }: EngineDeps,
  requestSession: RequestSession,
  redirect: string,
): Promise<void> {
  const requestId = requestIdIn(redirect);
  const pending = await findRequest(requestId);
  if (requestId === null || (pending && pending.request.resumeUrl !== redirect))
    throw new Refusal(404, 'notFound');
  if (!pending) {
    for (const engine of engines) if (await engine.decline(requestId)) return;
    throw new Refusal(404, 'notFound');
  }
  const client = wireClientId(pending.request.clientId);
  const decliningUser = await portal.transaction(async () => {
    if (!(await pending.engine.decline(requestId))) throw new Refusal(404, 'notFound');
    const session = await requestSession.session();
    const userId = session && (await portal.proofs.newestUserId(session, client));
    if (session) await portal.sessions.endSignIn(session, client);
    return userId;
  });
  portal.audit({
    event: 'login.declined',
    client,
    ...(decliningUser !== null && { account: decliningUser }),
  });
}
