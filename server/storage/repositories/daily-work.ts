import type { Storage } from '#server/storage/storage.ts';

/** The kinds of daily work. One of the servers does each of them once a day. */
export interface DailyWork {
  /**
   * Records that this server does the work of a day; returns false when a server has recorded that before.
   * @param name the kind of work
   * @param day such as 2026-01-31
   */
  begin(name: string, day: string): Promise<boolean>;
  /** Allows the work to begin again on the same day, after a failure. */
  release(name: string): Promise<void>;
}

export function dailyWorkIn(db: Storage): DailyWork {
  const begin = db.prepare(`INSERT INTO daily_work (name, day) VALUES ($name, $day)
    ON CONFLICT (name) DO UPDATE SET day = excluded.day WHERE daily_work.day <> excluded.day`);
  const release = db.prepare('DELETE FROM daily_work WHERE name = ?');
  return {
    begin: async (name, day) => (await begin.run({ $name: name, $day: day })).changes > 0,
    release: async (name) => {
      await release.run(name);
    },
  };
}
