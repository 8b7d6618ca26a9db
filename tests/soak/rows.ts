import pg from 'pg';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';

const MINUTE = 60_000;

/** What is over goes within two of the sweeps, which come once a minute. */
const LATE = 2 * MINUTE + 30_000;

/** Longer than any journey of the load, and any answer to a press, is needed. */
const DONE_WITH = 5 * MINUTE;

/** Tables whose rows stay for as long as they are good, which is longer than a soak, or as somebody wants them. */
const STAY: ReadonlySet<string> = new Set([
  'audit_lines',
  'accounts',
  'passkeys',
  'passkey_users',
  'factors',
  // An hour each, as the requests of services that they belong to.
  'engine_begun',
  'engine_records',
  'access_tokens',
  'saml_participants',
]);

export type Count = { readonly minute: number; readonly rows: ReadonlyMap<string, number> };

/** The storage of the portals, as somebody sees it who looks from outside. */
export async function watchStorage(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const number = async (sql: string, values: readonly number[] = []): Promise<number> =>
    Number(Object.values((await client.query(sql, [...values])).rows[0])[0]);

  return {
    async counts(): Promise<ReadonlyMap<string, number>> {
      const rows = new Map<string, number>();
      for (const table of [...PERMANENT_TABLES, ...LIFETIMES.map((lifetime) => lifetime.table)]) {
        rows.set(table, await number(`SELECT count(*) FROM ${table}`));
      }
      return rows;
    },
    /** Tables with rows that should have been swept. */
    async overdue(now = Date.now()): Promise<readonly string[]> {
      const late: string[] = [];
      for (const { table, since, lifetimeMs } of LIFETIMES) {
        const left = await number(`SELECT count(*) FROM ${table} WHERE ${since} <= $1`, [
          now - lifetimeMs - LATE,
        ]);
        if (left > 0) late.push(`${table}: ${left} rows`);
      }
      return late;
    },
    /** Lets the time of rows be over that stay for hours or days, so that the sweep has them to remove. */
    async age(now = Date.now()): Promise<void> {
      for (const { table, since, lifetimeMs } of LIFETIMES.filter(
        (lifetime) => lifetime.lifetimeMs > MINUTE,
      )) {
        await client.query(`UPDATE ${table} SET ${since} = $1 WHERE ${since} <= $2 AND ${since} > $1`, [
          now - lifetimeMs,
          now - DONE_WITH,
        ]);
      }
    },
    close: () => client.end(),
  };
}

/** How much larger a table may be in the last third than in the one before. */
const MAX_GROWTH = 1.5;
const FEW = 100;

/** Tables that only grow, by the most rows of the second third and of the last one. */
export function growing(counts: readonly Count[]): readonly string[] {
  const third = Math.floor(counts.length / 3);
  const most = (part: readonly Count[], table: string): number =>
    Math.max(0, ...part.map(({ rows }) => rows.get(table) ?? 0));
  const tables = [...(counts[0]?.rows.keys() ?? [])].filter((table) => !STAY.has(table));
  return tables.flatMap((table) => {
    const before = most(counts.slice(third, 2 * third), table);
    const after = most(counts.slice(2 * third), table);
    return after > FEW && after > before * MAX_GROWTH ? [`${table}: ${before}, then ${after} rows`] : [];
  });
}
