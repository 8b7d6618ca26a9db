import { LIFETIMES } from './lifetimes.ts';
import type { Storage } from './storage.ts';

/** Tables with expiring rows and issued codes. In a backup, codes and links that have been used since appear unused. */
const TEMPORARY_TABLES = [...LIFETIMES.map(({ table }) => table), 'emergency_codes'];

/**
 * Deletes the temporary data of a restored backup: sessions, logins, tokens, codes, links. Accounts, passwords,
 * factors and locks stay.
 * @returns `sessions`: how many sessions had a login; `codes`: how many temporary codes an administrator had issued
 */
export const endTemporary = (db: Storage): Promise<{ readonly sessions: number; readonly codes: number }> =>
  db.transaction(async () => {
    const counts = new Map<string, number>();
    const { count } = (await db
      .prepare('SELECT count(*) AS count FROM sessions WHERE login_user IS NOT NULL')
      .get()) ?? { count: 0 };
    for (const table of TEMPORARY_TABLES)
      counts.set(table, (await db.prepare(`DELETE FROM ${table}`).run()).changes);
    return { sessions: Number(count), codes: counts.get('emergency_codes') ?? 0 };
  });
