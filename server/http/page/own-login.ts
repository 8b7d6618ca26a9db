import { wireClientId } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { SessionStores, Settings } from '#server/login/portal.ts';
import type { PortalLogin } from '#wire/runtime-config.ts';

/** Pages that show their own content to a signed-in person (rule 157). */
const HOME_PAGES = ['/', '/first'];

/**
 * The login of a session on a home page; null for other pages and without a login. Its client, whose policy applies
 * to managing methods, is the last one of the session, else the default client.
 */
export async function ownLoginAt(c: Ctx, portal: Settings & SessionStores): Promise<PortalLogin | null> {
  if (!HOME_PAGES.includes(c.req.path)) return null;
  const session = await c.get('requestSession').session();
  const login = session && (await portal.sessions.findLogin(session));
  if (!session || !login) return null;
  const clientId = (await portal.requests.newestClient(session)) ?? portal.config.defaultClient ?? '';
  return { userId: login.userId, clientId: wireClientId(clientId) };
}
