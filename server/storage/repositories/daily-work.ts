import type { Storage } from '#server/storage/storage.ts';

/** Work that one of several servers does on a day. */
export interface DailyWork {
  /**
   * Takes the work of a day; false when it was taken before.
   * @param day such as 2026-01-31
   */
  begin(name: string, day: string): Promise<boolean>;
  /** The work was not done: it may be begun again on the same day. */
  giveBack(name: string): Promise<void>;
}

export function dailyWorkIn(db: Storage): DailyWork {
  const begin = db.prepare(`INSERT INTO daily_work (name, day) VALUES ($name, $day)
    ON CONFLICT (name) DO UPDATE SET day = excluded.day WHERE daily_work.day <> excluded.day`);
  const giveBack = db.prepare('DELETE FROM daily_work WHERE name = ?');
  return {
    begin: async (name, day) => (await begin.run({ $name: name, $day: day })).changes > 0,
    giveBack: async (name) => {
      await giveBack.run(name);
    },
  };
}
