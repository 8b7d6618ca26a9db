import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';
import { testServer } from '#tests/support/server/server.ts';
import { personFactory, VARIED_SERVICES } from '#tests/support/server/varied-services.ts';

/** Tables with the counters of addresses. */
const COUNTERS: readonly string[] = ['failure_counts', 'limited_events'];

export type PeopleServer = Awaited<ReturnType<typeof startPeopleServer>>;

/** A server on which every case has its own people. */
export async function startPeopleServer() {
  const session = { ...VARIED_SERVICES.session, concurrent: 'ask', maxConcurrent: 2 };
  const server = await testServer({ ...VARIED_SERVICES, session });
  const messages: string[] = [];
  server.outbox.subscribe((message) => messages.push(JSON.stringify(message)));
  return {
    server,
    newPerson: await personFactory(server),
    /** All stored rows, except the counters of addresses, and all sent messages. */
    async snapshot(): Promise<Readonly<Record<string, readonly string[]>>> {
      const tables = [...PERMANENT_TABLES, ...LIFETIMES.map(({ table }) => table)].filter(
        (table) => !COUNTERS.includes(table),
      );
      const rows = tables.map(async (table) => {
        const all = await server.db.prepare(`SELECT * FROM ${table}`).all();
        return [table, all.map((row) => JSON.stringify(row)).sort()] as const;
      });
      return { ...Object.fromEntries(await Promise.all(rows)), messages: [...messages] };
    },
  };
}
