import { accountAdmin } from '#server/administration/accounts.ts';
import type { TestServer } from './server.ts';

/** The admin actions of an operator on a test server. */
export const accountAdminOf = (
  { portal, engine }: Pick<TestServer, 'portal' | 'engine'>,
  operator = 'park',
) => accountAdmin({ portal, endEngineSessions: (userId) => engine.endSessionsOf(userId), operator });
