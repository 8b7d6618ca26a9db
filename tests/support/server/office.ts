import { accountOffice } from '#server/administration/accounts.ts';
import type { TestServer } from './server.ts';

/** The office of an operator beside a server of the tests. */
export const officeOf = ({ portal, engine }: Pick<TestServer, 'portal' | 'engine'>, operator = 'park') =>
  accountOffice({ portal, endEngineSessions: (userId) => engine.endSessionsOf(userId), operator });
