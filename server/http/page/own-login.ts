import { withoutPipes } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { SessionStores, Settings } from '#server/login/portal.ts';
import type { OwnLogin } from '#wire/runtime-config.ts';

/** Where the portal has a page of its own for somebody who is signed in (decision 157). */
const HOME_PAGES = ['/', '/first'];

/**
 * Who is signed in in the session of a visit to one of these pages; null for nobody. Methods are managed by the policy
 * of the service that the session came from last, else of the default one.
 */
export async function ownLoginAt(c: Ctx, portal: Settings & SessionStores): Promise<OwnLogin | null> {
  if (!HOME_PAGES.includes(c.req.path)) return null;
  const session = await c.get('requestSession').session();
  const login = session && (await portal.sessions.login(session));
  if (!session || !login) return null;
  const clientId = (await portal.requests.newestClient(session)) ?? portal.config.defaultClient ?? '';
  return { userId: login.userId, clientId: withoutPipes(clientId) };
}
