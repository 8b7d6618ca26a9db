import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { accountAdmin } from '#server/administration/accounts.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { serverOn, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { DATA_KEYS, openTestStorage } from '#tests/support/server/storage.ts';
import { personFactory, registerAppOf, VARIED_SERVICES } from '#tests/support/server/varied-services.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { stepped } from './stepped.ts';
import { turnstile } from './turnstile.ts';

export const CLIENT = 'plain';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** How many turns a server that is killed still has, so that it is met in the middle of its work. */
const MOMENTS = 3;

/** Turns of the process after which a step in its own memory is done, unless it waits for another one. */
const TURNS = 5;

const WAITING = `SELECT count(*)::integer AS held FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const END = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1';

/** What tells of the database beside the servers, and ends the connections of one that is killed. */
async function besideOf(url: string | undefined) {
  if (url === undefined) {
    const blocked = async (): Promise<number> => {
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      return Number.POSITIVE_INFINITY;
    };
    return { blocked, cut: async (_: string) => undefined, close: async () => undefined };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    blocked: async (): Promise<number> => (await client.query(WAITING)).rows[0].held,
    async cut(name: string): Promise<void> {
      let left = 1;
      while (left > 0) left = (await client.query(END, [name])).rows.length;
    },
    close: () => client.end(),
  };
}

/** Two servers on one database: PostgreSQL, or in `npm test` one in memory. */
export async function openStage() {
  const postgres = IS_TEST_ALL ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  const beside = await besideOf(url);
  const gate = turnstile(beside.blocked);
  const engine = fakeEngine();
  let opened = 0;
  const open = async () => {
    opened += 1;
    const name = `server-${opened}`;
    const { storage, kill } = stepped(
      await (url === undefined
        ? openTestStorage()
        : openPostgresDatabase(`${url}?application_name=${name}`, DATA_KEYS)),
      gate,
    );
    return {
      ...(opened === 1
        ? await testServer(VARIED_SERVICES, engine, {}, storage)
        : serverOn(storage, VARIED_SERVICES, engine)),
      /** Ends it as a lost machine would: its transactions are undone, and nothing that it was about to do is done. */
      async kill(): Promise<void> {
        for (let moment = 0; moment < MOMENTS; moment += 1) (await gate.enter())();
        kill();
        await beside.cut(name);
      },
    };
  };
  const one = await open();
  const other =
    url === undefined ? { ...serverOn(one.db, VARIED_SERVICES, engine), kill: one.kill } : await open();
  const newPerson = await personFactory(one);

  const signIn = async (browser: Browser, userId: string, values: object = {}): Promise<CallAnswer> => {
    const { json } = await checkPolicy(browser, userId, CLIENT);
    return authenticate(browser, userId, { clientId: CLIENT, policyId: String(json['policyId']), ...values });
  };

  return {
    one,
    other,
    newPerson,
    signIn,
    meet: gate.meet,
    /** A server that was started just now on the same database. */
    open,
    /** The same browser at the other server: two tabs of one session. */
    twin: (browser: Browser, server: Pick<typeof one, 'browser'> = other): Browser => {
      const twin = server.browser();
      for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
      return twin;
    },
    office: (server: typeof one) =>
      accountAdmin({
        portal: server.portal,
        endEngineSessions: (userId) => server.engine.endSessionsOf(userId),
        operator: 'park',
      }),
    administration: (server: typeof one) => administrationOf(server.portal),
    /** The person signed in here, according to the other server. */
    signedIn: ({ cookieHeader }: Browser) => other.portal.logins.signedInUser(cookieHeader),
    /** Whether the password of the beginning is still good. */
    async knowsFirstPassword(userId: string): Promise<boolean> {
      return (await signIn(other.browser(), userId, { secret: SEED_PASSWORD })).status === 200;
    },
    /** A mobile app of a person; its key. */
    appOf: (userId: string) => registerAppOf(one, userId),
    async close(): Promise<void> {
      await one.db.close();
      if (other.db !== one.db) await other.db.close();
      await beside.close();
      await postgres?.close();
    },
  };
}
