import pg from 'pg';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';

const MINUTE = 60_000;

/** The time in which expired rows must be removed: two sweeps, which run once a minute. */
const MAX_SWEEP_DELAY = 2 * MINUTE + 30_000;

/** The age after which no journey and no repeated request needs a row. */
const UNUSED_AFTER = 5 * MINUTE;

/** Tables whose rows are permanent, or valid for longer than a soak test. */
const LONG_LIVED_TABLES: ReadonlySet<string> = new Set([
  'audit_lines',
  'accounts',
  'passkeys',
  'passkey_users',
  'factors',
  // These rows are valid for an hour, like the requests of services.
  'pending_oidc_requests',
  'engine_records',
  'access_tokens',
  'saml_participants',
]);

/** The number of rows of each table at a minute of the soak test. */
export type RowCounts = { readonly minute: number; readonly rows: ReadonlyMap<string, number> };

/** Opens a connection to the database of the portals. */
export async function watchStorage(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const selectNumber = async (sql: string, values: readonly number[] = []): Promise<number> =>
    Number(Object.values((await client.query(sql, [...values])).rows[0])[0]);

  return {
    async counts(): Promise<ReadonlyMap<string, number>> {
      const rows = new Map<string, number>();
      for (const table of [...PERMANENT_TABLES, ...LIFETIMES.map((lifetime) => lifetime.table)]) {
        rows.set(table, await selectNumber(`SELECT count(*) FROM ${table}`));
      }
      return rows;
    },
    /** Tables with rows that should have been swept. */
    async overdue(now = Date.now()): Promise<readonly string[]> {
      const overdueTables: string[] = [];
      for (const { table, startColumn, lifetimeMs } of LIFETIMES) {
        const count = await selectNumber(`SELECT count(*) FROM ${table} WHERE ${startColumn} <= $1`, [
          now - lifetimeMs - MAX_SWEEP_DELAY,
        ]);
        if (count > 0) overdueTables.push(`${table}: ${count} rows`);
      }
      return overdueTables;
    },
    /** Sets back the times of rows that live longer than a minute, so that the next sweep removes them. */
    async makeRowsExpire(now = Date.now()): Promise<void> {
      for (const { table, startColumn, lifetimeMs } of LIFETIMES.filter(
        (lifetime) => lifetime.lifetimeMs > MINUTE,
      )) {
        await client.query(
          `UPDATE ${table} SET ${startColumn} = $1 WHERE ${startColumn} <= $2 AND ${startColumn} > $1`,
          [now - lifetimeMs, now - UNUSED_AFTER],
        );
      }
    },
    close: () => client.end(),
  };
}

/** The maximum growth of a table from the second third to the last third of the time. */
const MAX_GROWTH = 1.5;
/** Tables with fewer rows are ignored. */
const MIN_ROWS = 100;

/** Tables that only grow: compares the largest counts of the second third and the last third. */
export function growingTables(counts: readonly RowCounts[]): readonly string[] {
  const third = Math.floor(counts.length / 3);
  const maxRows = (part: readonly RowCounts[], table: string): number =>
    Math.max(0, ...part.map(({ rows }) => rows.get(table) ?? 0));
  const tables = [...(counts[0]?.rows.keys() ?? [])].filter((table) => !LONG_LIVED_TABLES.has(table));
  return tables.flatMap((table) => {
    const before = maxRows(counts.slice(third, 2 * third), table);
    const after = maxRows(counts.slice(2 * third), table);
    return after > MIN_ROWS && after > before * MAX_GROWTH ? [`${table}: ${before}, then ${after} rows`] : [];
  });
}
