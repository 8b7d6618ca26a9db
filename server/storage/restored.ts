import { LIFETIMES } from './lifetimes.ts';
import type { Storage } from './storage.ts';

/** Tables with temporary rows and issued codes, which may count as unused in older data. */
const ACTIVE_TABLES = [...LIFETIMES.map(({ table }) => table), 'emergency_codes'];

/**
 * Ends everything temporary in a restored backup: sessions, logins, tokens, codes, links. Accounts, passwords,
 * factors and locks stay.
 * @returns the numbers of ended sign-ins and temporary codes
 */
export const endActive = (db: Storage): Promise<{ readonly sessions: number; readonly codes: number }> =>
  db.transaction(async () => {
    const counts = new Map<string, number>();
    const { count } = (await db
      .prepare('SELECT count(*) AS count FROM sessions WHERE login_user IS NOT NULL')
      .get()) ?? { count: 0 };
    for (const table of ACTIVE_TABLES)
      counts.set(table, (await db.prepare(`DELETE FROM ${table}`).run()).changes);
    return { sessions: Number(count), codes: counts.get('emergency_codes') ?? 0 };
  });
