import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { closed, opened } from '#server/storage/closed.ts';
import { NOBODY } from '#server/storage/presence.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Row } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

/** What a submission was answered, as a text. */
export type KeptOutcome = {
  /** Hash of the session id that it came with. */
  readonly idHash: string;
  readonly outcome: string;
};

/** Parts of a work, each of which is done once, also when a killed process has done it and its successor comes to it. */
export interface Progress {
  /** What a part has given that is done; undefined for one that is not. */
  done<Value>(part: string): Promise<Value | undefined>;
  /**
   * What a part gives; it is done and noted in one transaction, unless it is done already.
   * @param work waits for the database alone, and gives what JSON can hold
   */
  once<Value>(part: string, work: () => Promise<Value>): Promise<Value>;
  /** Undoes a part that was done, which is to be done again. */
  undo(part: string, work: () => Promise<void>): Promise<void>;
}

/** The progress of what nobody takes up again. */
export const UNNOTED: Progress = {
  done: async () => undefined,
  once: (_part, work) => work(),
  undo: (_part, work) => work(),
};

/** A submission that is this request's to work on, until another request takes it over. */
export interface HeldSubmission extends Progress {
  /** Keeps the outcome; in the transaction of what it tells, both are kept or neither. */
  settle(outcome: string): Promise<void>;
  /** There was no outcome: it may be tried again at once. */
  release(): Promise<void>;
}

export type Claim =
  /** It is this request's to do; null: without a name for it. */
  | { readonly isNew: true; readonly held: HeldSubmission | null }
  /** Another request has sent something else under the name. */
  | { readonly isNew: false; readonly kept: 'other' }
  | { readonly isNew: false; readonly kept: KeptOutcome };

/** Submissions under the names that their pages gave them, whatever process hears of them (decision 222). */
export interface Submissions {
  /**
   * Takes a submission, or waits for its outcome where another request has taken it. One whose process has ended is
   * taken over with what was done of it.
   * @param names all of which mean it
   * @param mayTake whether it is taken when nobody has
   */
  claim(names: readonly string[], submission: Sent, mayTake: boolean): Promise<Claim>;
}

type Sent = {
  /** The name that the page gave it, which nobody else knows: it closes what is kept. */
  readonly key: string;
  readonly idHash: string;
  /** Hash of everything that was sent. */
  readonly content: string;
};

/** Another request has taken the submission over: this one was taken to be dead. */
class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('The submission was taken over by another request');
  }
}

/** How long a submission keeps its outcome. */
const REMEMBERED_MS = 60_000;
/** How long a request may work on one before it is taken to be dead, by the clock of this machine. */
const DEAD_AFTER_MS = 10_000;
const LOOK_MS = 25;

export function submissionsIn(db: Storage, now: Clock): Submissions {
  const byName = db.prepare(
    'SELECT id_hash, content, outcome, worker, hold FROM submissions WHERE name = ? AND made_at >= ?',
  );
  /** In the place of one that is remembered no longer. */
  const insert = db.prepare(
    `${insertInto('submissions', ['name', 'id_hash', 'content', 'made_at', 'worker', 'hold'])}
      ON CONFLICT (name) DO UPDATE SET id_hash = excluded.id_hash, content = excluded.content,
        made_at = excluded.made_at, worker = excluded.worker, hold = excluded.hold, outcome = NULL, parts = NULL
      WHERE submissions.made_at < ?`,
  );
  const takeOver = db.prepare(
    'UPDATE submissions SET worker = ?, hold = ? WHERE name = ? AND hold = ? AND outcome IS NULL',
  );
  const partsOf = db.prepare('SELECT parts FROM submissions WHERE name = ? AND hold = ?');
  const note = db.prepare('UPDATE submissions SET parts = ? WHERE name = ? AND hold = ?');
  const keep = db.prepare('UPDATE submissions SET outcome = ? WHERE name = ? AND hold = ?');
  const release = db.prepare(
    'UPDATE submissions SET worker = ? WHERE name = ? AND hold = ? AND outcome IS NULL',
  );

  const find = async (names: readonly string[]): Promise<Row | undefined> => {
    for (const name of names) {
      const row = await byName.get(name, now() - REMEMBERED_MS);
      if (row) return row;
    }
    return undefined;
  };

  const heldBy = (names: readonly string[], key: string, hold: string): HeldSubmission => {
    const [first = ''] = names;

    const parts = async (): Promise<Record<string, unknown>> => {
      const row = await partsOf.get(first, hold);
      if (!row) throw new TakenOverError();
      return row['parts'] === null ? {} : JSON.parse(opened(key, String(row['parts'])));
    };

    const write = async (statement: typeof note, text: string): Promise<void> => {
      for (const name of names) {
        if ((await statement.run(text, name, hold)).changes === 0) throw new TakenOverError();
      }
    };

    return {
      done: async <Value>(part: string) => (await parts())[part] as Value | undefined,
      once: <Value>(part: string, work: () => Promise<Value>) =>
        db.together(async () => {
          const before = await parts();
          if (part in before) return before[part] as Value;
          const value = await work();
          await write(note, closed(key, JSON.stringify({ ...before, [part]: value })));
          return value;
        }),
      undo: (part, work) =>
        db.together(async () => {
          await work();
          await write(note, closed(key, JSON.stringify({ ...(await parts()), [part]: undefined })));
        }),
      settle: (outcome) => db.together(() => write(keep, closed(key, outcome))),
      async release() {
        for (const name of names) await release.run(NOBODY, name, hold);
      },
    };
  };

  /** Null when another request was quicker. */
  const take = async (names: readonly string[], sent: Sent): Promise<HeldSubmission | null> => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const isTaken = await db.together(async () => {
      let taken = true;
      for (const name of names) {
        const values = [name, sent.idHash, sent.content, now(), worker, hold, now() - REMEMBERED_MS] as const;
        const { changes } = await insert.run(...values);
        taken = changes > 0 && taken;
      }
      return taken;
    });
    return isTaken ? heldBy(names, sent.key, hold) : null;
  };

  /** Null when another request was quicker. */
  const takeFrom = async (names: readonly string[], former: string, key: string) => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const taken = await db.together(async () => {
      const ours: string[] = [];
      for (const name of names) {
        if ((await takeOver.run(worker, hold, name, former)).changes > 0) ours.push(name);
      }
      return ours;
    });
    return taken.length > 0 ? heldBy(taken, key, hold) : null;
  };

  return {
    async claim(names, sent, mayTake) {
      for (let waited = 0; ; waited += LOOK_MS) {
        const row = await find(names);
        if (!row) {
          const held = mayTake ? await take(names, sent) : null;
          if (!mayTake || held) return { isNew: true, held };
          continue;
        }
        if (row['content'] !== sent.content) return { isNew: false, kept: 'other' };
        if (row['outcome'] !== null) {
          const outcome = opened(sent.key, String(row['outcome']));
          return { isNew: false, kept: { idHash: String(row['id_hash']), outcome } };
        }
        if (waited < DEAD_AFTER_MS && (await db.presence.isHere(Number(row['worker'])))) {
          await setTimeout(LOOK_MS);
          continue;
        }
        if (!mayTake) return { isNew: true, held: null };
        const held = await takeFrom(names, String(row['hold']), sent.key);
        if (held) return { isNew: true, held };
      }
    },
  };
}
