import { wireClientId } from '#server/config/problems.ts';
import { type EngineDeps, requestIdIn } from './pending-request.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';

/**
 * Declines the request that `redirect` resumes, and drops the session's proofs and unfinished steps for it (rule
 * 279). Declining it again before the service was answered changes nothing.
 * @throws Refusal 404 for a request that is unknown, finished or expired
 */
export async function declineRequest(
  portal: Portal,
  { findRequest, engines }: EngineDeps,
  requestSession: RequestSession,
  redirect: string,
): Promise<void> {
  const id = requestIdIn(redirect);
  const pending = await findRequest(id);
  if (id === null || (pending && pending.request.resumeUrl !== redirect)) throw new Refusal(404, 'notFound');
  if (!pending) {
    for (const engine of engines) if (await engine.decline(id)) return;
    throw new Refusal(404, 'notFound');
  }
  const client = wireClientId(pending.request.clientId);
  const account = await portal.transaction(async () => {
    if (!(await pending.engine.decline(id))) throw new Refusal(404, 'notFound');
    const session = await requestSession.session();
    const userId = session && (await portal.proofs.newestUserId(session, client));
    if (session) await portal.sessions.endSignIn(session, client);
    return userId;
  });
  portal.audit({ event: 'login.declined', client, ...(account !== null && { account }) });
}
