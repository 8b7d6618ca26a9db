import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { closed, opened } from '#server/storage/closed.ts';
import { NOBODY } from '#server/storage/presence.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

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

/** What a submission is found by. */
export type SubmissionNames = {
  /** By the id that the session had. */
  readonly byId: string;
  /** By the session, whatever id it has; null for who has none, and takes nothing. */
  readonly bySession: string | null;
};

/** Submissions under the names that their pages gave them, whatever process hears of them (decision 222). */
export interface Submissions {
  /**
   * Takes a submission, or waits for its outcome where another request has taken it. One whose process has ended is
   * taken over with what was done of it.
   */
  claim(names: SubmissionNames, submission: Sent): Promise<Claim>;
}

type Sent = {
  /** The name that the page gave it, which nobody else knows: it closes what is kept. */
  readonly key: string;
  readonly idHash: string;
  /** Hash of everything that was sent. */
  readonly content: string;
};

/**
 * Another request has taken the submission over, as this one was taken to be dead, or it was at work for longer than
 * one is remembered: it has done nothing, and a later try goes well.
 */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('The submission belongs to this request no longer');
  }
}

/** How long a submission keeps its outcome. */
const REMEMBERED_MS = 60_000;
/** How long a request may work on one before it is taken to be dead, by the clock of this machine. */
const DEAD_AFTER_MS = 10_000;
const LOOK_MS = 25;

/** One name or two; two that are the same are one. */
type Names = readonly [string] | readonly [string, string];

export function submissionsIn(db: Storage, now: Clock): Submissions {
  const columns = ['name', 'id_hash', 'content', 'made_at', 'worker', 'hold'];
  const byNames = db.prepare<TableRow<'submissions'>>(
    'SELECT name, id_hash, content, outcome, worker, hold FROM submissions WHERE name IN (?, ?) AND made_at >= ?',
  );
  /** In the place of those that are remembered no longer. */
  const insert = db.prepare(
    `${insertInto('submissions', columns)}, (${columns.map(() => '?').join(', ')})
      ON CONFLICT (name) DO UPDATE SET id_hash = excluded.id_hash, content = excluded.content,
        made_at = excluded.made_at, worker = excluded.worker, hold = excluded.hold, outcome = NULL, parts = NULL
      WHERE submissions.made_at < ?`,
  );
  const drop = db.prepare('DELETE FROM submissions WHERE name IN (?, ?) AND hold = ?');
  const takeOver = db.prepare(
    'UPDATE submissions SET worker = ?, hold = ? WHERE name = ? AND hold = ? AND outcome IS NULL',
  );
  const partsOf = db.prepare<TableRow<'submissions'>>(
    'SELECT parts FROM submissions WHERE name = ? AND hold = ?',
  );
  const note = db.prepare('UPDATE submissions SET parts = ? WHERE name IN (?, ?) AND hold = ?');
  const keep = db.prepare('UPDATE submissions SET outcome = ? WHERE name IN (?, ?) AND hold = ?');
  const release = db.prepare(
    'UPDATE submissions SET worker = ? WHERE name IN (?, ?) AND hold = ? AND outcome IS NULL',
  );

  const both = ([first, second = first]: Names) => [first, second] as const;

  const find = async ({ byId, bySession }: SubmissionNames): Promise<TableRow<'submissions'> | undefined> => {
    const rows = await byNames.all(byId, bySession ?? byId, now() - REMEMBERED_MS);
    return rows.find((row) => row.name === byId) ?? rows[0];
  };

  const heldBy = (names: Names, key: string, hold: string, wasTakenOver: boolean): HeldSubmission => {
    /** Nothing is noted yet: nobody else notes what this request holds. */
    let isNew = !wasTakenOver;

    const parts = async (): Promise<Record<string, unknown>> => {
      if (isNew) return {};
      const row = await partsOf.get(names[0], hold);
      if (!row) throw new TakenOverError();
      return row.parts === null ? {} : JSON.parse(opened(key, row.parts));
    };

    /** In a transaction: under all names or under none. */
    const write = async (statement: typeof note, text: string): Promise<void> => {
      isNew = false;
      const { changes } = await statement.run(text, ...both(names), hold);
      if (changes < names.length) throw new TakenOverError();
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
        await release.run(NOBODY, ...both(names), hold);
      },
    };
  };

  /** Null when another request was quicker under one of the names. */
  const take = async (names: readonly [string, string], sent: Sent): Promise<HeldSubmission | null> => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const valuesOf = (name: string) => [name, sent.idHash, sent.content, now(), worker, hold] as const;
    const isTaken = await db.together(async () => {
      const [first, second] = names;
      const values = [...valuesOf(first), ...valuesOf(second), now() - REMEMBERED_MS] as const;
      if ((await insert.run(...values)).changes === names.length) return true;
      await drop.run(first, second, hold);
      return false;
    });
    return isTaken ? heldBy(names, sent.key, hold, false) : null;
  };

  /** Null when another request was quicker. */
  const takeFrom = async (names: readonly [string, string], former: string, key: string) => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const [first, second] = await db.together(async () => {
      const ours: string[] = [];
      for (const name of names) {
        if ((await takeOver.run(worker, hold, name, former)).changes > 0) ours.push(name);
      }
      return ours;
    });
    if (first === undefined) return null;
    return heldBy(second === undefined ? [first] : [first, second], key, hold, true);
  };

  return {
    async claim(names, sent) {
      const { byId, bySession } = names;
      const takeable = bySession === null ? null : ([byId, bySession] as const);
      for (let waited = 0, isKnown = false; ; waited += LOOK_MS) {
        const taken = takeable && !isKnown ? await take(takeable, sent) : null;
        if (taken) return { isNew: true, held: taken };
        const row = await find(names);
        isKnown = row !== undefined;
        if (!row) {
          if (!takeable) return { isNew: true, held: null };
          continue;
        }
        if (row.content !== sent.content) return { isNew: false, kept: 'other' };
        if (row.outcome !== null) {
          const outcome = opened(sent.key, row.outcome);
          return { isNew: false, kept: { idHash: row.id_hash, outcome } };
        }
        if (waited < DEAD_AFTER_MS && (await db.presence.isHere(row.worker))) {
          await setTimeout(LOOK_MS);
          continue;
        }
        if (!takeable) return { isNew: true, held: null };
        const held = await takeFrom(takeable, row.hold, sent.key);
        if (held) return { isNew: true, held };
      }
    },
  };
}
