import { wireClientId } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { SessionStores, Settings } from '#server/login/portal.ts';
import type { PortalLogin } from '#wire/runtime-config.ts';

/** Paths of pages that show another screen to a signed-in person than to other people (rule 157). */
const HOME_PATHS = ['/', '/first'];

/**
 * The login of the session, for a home page; null on other pages, and when nobody is signed in. The policy of its
 * client applies to the management of methods: the last client of the session, or the default client.
 */
export async function homePageLogin(c: Ctx, portal: Settings & SessionStores): Promise<PortalLogin | null> {
  if (!HOME_PATHS.includes(c.req.path)) return null;
  const session = await c.get('requestSession').session();
  const login = session && (await portal.sessions.findLogin(session));
  if (!session || !login) return null;
  const clientId = (await portal.requests.newestClient(session)) ?? portal.config.defaultClient ?? '';
  return { userId: login.userId, clientId: wireClientId(clientId) };
}
