import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { administrationOf } from '#server/administration/administration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { serverOn, testServer } from '#tests/support/server/server.ts';
import { signIn as signInAt } from '#tests/support/server/steps.ts';
import { DATA_KEYS, openTestStorage } from '#tests/support/server/storage.ts';
import { personFactory, registerAppOf, VARIED_SERVICES } from '#tests/support/server/varied-services.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { scheduledStorage } from './scheduled-storage.ts';
import { createScheduler } from './scheduler.ts';

/** The service at which people sign in. */
export const CLIENT_ID = 'plain';

export type Servers = Awaited<ReturnType<typeof openServers>>;

/** The number of steps before a server is killed, so that the server is in the middle of a request. */
const STEPS_BEFORE_KILL = 3;

/** Iterations of the event loop after which a step in memory has ended, unless the step waits for another step. */
const ITERATION_COUNT = 5;

const BLOCKED_STEPS_SQL = `SELECT count(*)::integer AS blocked FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const END_CONNECTIONS_SQL =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';

/** Opens a connection that counts the blocked steps in the database, and ends the connections of a killed server. */
async function openMonitor(url: string | undefined) {
  if (url === undefined) {
    const blockedSteps = async (): Promise<number> => {
      for (let iteration = 0; iteration < ITERATION_COUNT; iteration += 1) await setImmediate();
      return Number.POSITIVE_INFINITY;
    };
    return { blockedSteps, endConnections: async (_: string) => undefined, close: async () => undefined };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    blockedSteps: async (): Promise<number> => (await client.query(BLOCKED_STEPS_SQL)).rows[0].blocked,
    async endConnections(name: string): Promise<void> {
      let connectionCount = 1;
      while (connectionCount > 0)
        connectionCount = (await client.query(END_CONNECTIONS_SQL, [name])).rows.length;
    },
    close: () => client.end(),
  };
}

/** Opens two servers with the same database: PostgreSQL, or a database in memory in `npm test`. */
export async function openServers() {
  const postgres = IS_TEST_ALL ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  const monitor = await openMonitor(url);
  const scheduler = createScheduler(monitor.blockedSteps);
  const engine = fakeEngine();
  let serverCount = 0;
  const open = async () => {
    serverCount += 1;
    const name = `server-${serverCount}`;
    const { storage, kill } = scheduledStorage(
      await (url === undefined
        ? openTestStorage()
        : openPostgresDatabase(`${url}?application_name=${name}`, DATA_KEYS)),
      scheduler,
    );
    return {
      ...(serverCount === 1
        ? await testServer(VARIED_SERVICES, engine, {}, storage)
        : serverOn(storage, VARIED_SERVICES, engine)),
      /** Ends the server like a crash: all open transactions are rolled back, and no request is answered. */
      async kill(): Promise<void> {
        for (let step = 0; step < STEPS_BEFORE_KILL; step += 1) (await scheduler.enter())();
        kill();
        await monitor.endConnections(name);
      },
    };
  };
  const one = await open();
  const other =
    url === undefined ? { ...serverOn(one.db, VARIED_SERVICES, engine), kill: one.kill } : await open();
  const newPerson = await personFactory(one);

  const signIn = (browser: Browser, userId: string, values: object = {}): Promise<CallAnswer> =>
    signInAt(browser, userId, { clientId: CLIENT_ID, ...values });

  return {
    one,
    other,
    newPerson,
    signIn,
    runBoth: scheduler.runBoth,
    /** Opens another server with the same database. */
    open,
    /** Opens another tab of the same session, at the other server unless a server is given. */
    otherTab: (browser: Browser, server: Pick<typeof one, 'browser'> = other): Browser => {
      const tab = server.browser();
      for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
      return tab;
    },
    accountAdmin: (server: typeof one) => accountAdminOf(server),
    administration: (server: typeof one) => administrationOf(server.portal),
    /** The person who is signed in at this browser, according to the other server. */
    signedInUser: ({ cookieHeader }: Browser) => other.portal.logins.signedInUser(cookieHeader),
    /** Whether the person can still sign in with the first password. */
    async acceptsFirstPassword(userId: string): Promise<boolean> {
      return (await signIn(other.browser(), userId, { secret: SEED_PASSWORD })).status === 200;
    },
    /** Registers a mobile app for a person; returns the key of the app. */
    registerApp: (userId: string) => registerAppOf(one, userId),
    async close(): Promise<void> {
      await one.db.close();
      if (other.db !== one.db) await other.db.close();
      await monitor.close();
      await postgres?.close();
    },
  };
}
