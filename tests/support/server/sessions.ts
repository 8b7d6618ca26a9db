import type { Login, Session } from '#server/storage/sessions/sessions.ts';
import type { Browser } from './browser.ts';
import type { TestServer } from './server.ts';

/** The session of a browser that has one. */
export async function sessionOf(
  { portal }: Pick<TestServer, 'portal'>,
  { cookieHeader }: Browser,
): Promise<Session> {
  const session = await portal.sessions.open(cookieHeader);
  if (!session) throw new Error('There is no session');
  return session;
}

/** Stores a login in the session of a browser, with proofs of all methods at this moment. */
export async function recordLogin(
  server: Pick<TestServer, 'portal' | 'clock'>,
  browser: Browser,
  { userId, methods, steps }: Pick<Login, 'userId' | 'methods' | 'steps'>,
): Promise<void> {
  const at = server.clock.now;
  const login = { userId, methods, provedAt: methods.map(() => at), steps, at };
  await server.portal.sessions.recordLogin(await sessionOf(server, browser), login);
}
