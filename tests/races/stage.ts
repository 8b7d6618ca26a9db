import { startPostgres } from '#scripts/postgres/server.ts';
import { accountOffice } from '#server/administration/accounts.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { linkOf, registerApp } from '#tests/support/server/app-registration.ts';
import type { Browser, Called } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer } from '#tests/support/server/server.ts';
import { peopleOf, STAGE_FILE } from '#tests/support/server/stage.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { DATA_KEYS, openTestStorage } from '#tests/support/server/storage.ts';
import { IS_WHOLE } from '#tests/support/whole.ts';
import { scheduled } from './schedule.ts';

export const CLIENT = 'plain';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Two servers on one PostgreSQL; in `npm test` one server in memory stands for both. */
export async function openStage() {
  const postgres = IS_WHOLE ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  const engine = fakeEngine();
  const open = async () => {
    const slowed = scheduled(
      await (url === undefined ? openTestStorage() : openPostgresDatabase(url, DATA_KEYS)),
    );
    return { ...(await testServer(STAGE_FILE, engine, {}, slowed.storage)), schedule: slowed.schedule };
  };
  const one = await open();
  const other = url === undefined ? one : await open();
  const newPerson = await peopleOf(one);

  const signIn = async (browser: Browser, userId: string, values: object = {}): Promise<Called> => {
    const { json } = await checkPolicy(browser, userId, CLIENT);
    return authenticate(browser, userId, { clientId: CLIENT, policyId: String(json['policyId']), ...values });
  };

  return {
    one,
    other,
    newPerson,
    signIn,
    /** Both wait before their statements as this seed has it; null ends that. */
    schedule(seed: number | null): void {
      one.schedule(seed);
      if (other !== one) other.schedule(seed === null ? null : seed + 1_000_000);
    },
    /** The same browser at the other server: two tabs of one session. */
    twin(browser: Browser): Browser {
      const twin = other.browser();
      for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
      return twin;
    },
    office: (server: typeof one) =>
      accountOffice({
        portal: server.portal,
        endEngineSessions: (userId) => server.engine.endSessionsOf(userId),
        operator: 'park',
      }),
    administration: (server: typeof one) => administrationOf(server.portal),
    /** Who is signed in here, as the other server sees it. */
    signedIn: ({ cookieHeader }: Browser) => other.portal.logins.signedIn(cookieHeader),
    /** Whether the password of the beginning is still good. */
    async knowsFirstPassword(userId: string): Promise<boolean> {
      return (await signIn(other.browser(), userId, { secret: SEED_PASSWORD })).status === 200;
    },
    /** A mobile app of a person, with its key. */
    async appOf(userId: string): Promise<string> {
      const key = `${userId}-`.padEnd(43, 'k');
      const ak = await one.portal.provisionLinks.issue(userId);
      const uuid = `00000000-0000-4000-8000-${userId.replaceAll(/\D/g, '').padStart(12, '0')}`;
      const done = await registerApp(one.browser(), await linkOf(one.browser(), ak), { key, uuid });
      if (done.status !== 200) throw new Error(done.text);
      return key;
    },
    async close(): Promise<void> {
      await one.db.close();
      if (other !== one) await other.db.close();
      await postgres?.close();
    },
  };
}
