import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { decrypt, encrypt } from '#server/storage/encrypt.ts';
import { NOBODY } from '#server/storage/presence.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CompletedSteps } from './steps.ts';

/** The outcome of a request, as a text. */
export type StoredOutcome = {
  /** Hash of the session id that it came with. */
  readonly idHash: string;
  readonly outcome: string;
};

/** A request that this server answers, until another one takes it over. */
export interface ClaimedRequest extends CompletedSteps {
  /** Stores the outcome in the transaction of its changes: both are stored or neither. */
  settle(outcome: string): Promise<void>;
  /** There was no outcome: it may be tried again at once. */
  release(): Promise<void>;
}

export type ClaimResult =
  /** This server is the one to answer it; null: without a session there is no key for it. */
  | { readonly isNew: true; readonly claimed: ClaimedRequest | null }
  /** Another request has sent something else with the key. */
  | { readonly isNew: false; readonly stored: 'other' }
  | { readonly isNew: false; readonly stored: StoredOutcome };

/** What a request is found by. */
export type RequestKeys = {
  /** By the id that the session had. */
  readonly byId: string;
  /** By the session, whatever id it has; null for who has none, and takes nothing. */
  readonly bySession: string | null;
};

/** Requests by their idempotency keys, whatever server they come to (decision 222). */
export interface IdempotentRequests {
  /**
   * Claims a request, or waits for its outcome where another server has claimed it. One whose server has ended is
   * taken over with its completed steps.
   */
  claim(names: RequestKeys, sent: SentRequest): Promise<ClaimResult>;
}

type SentRequest = {
  /** The idempotency key, which only the page knows: it encrypts what is stored. */
  readonly key: string;
  readonly idHash: string;
  /** Hash of everything that was sent. */
  readonly content: string;
};

/**
 * Another server has taken the request over, as this one was held for dead, or it took longer than a request is
 * remembered. Nothing was done, and a later try succeeds.
 */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('The request was taken over by another server');
  }
}

/** How long the outcome of a request is stored. */
const OUTCOME_LIFETIME_MS = 60_000;
/** After so long a server that has not answered is held for dead, by the clock of this machine. */
const ABANDONED_AFTER_MS = 10_000;
const POLL_MS = 25;

/** One name or two; two that are the same are one. */
type RequestNames = readonly [string] | readonly [string, string];

export function idempotentRequestsIn(db: Storage, now: Clock): IdempotentRequests {
  const columns = ['name', 'id_hash', 'content', 'made_at', 'worker', 'hold'];
  const byNames = db.prepare<TableRow<'submissions'>>(
    'SELECT name, id_hash, content, outcome, worker, hold FROM submissions WHERE name IN (?, ?) AND made_at >= ?',
  );
  /** In place of those that are remembered no longer. */
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

  const both = ([first, second = first]: RequestNames) => [first, second] as const;

  const find = async ({ byId, bySession }: RequestKeys): Promise<TableRow<'submissions'> | undefined> => {
    const rows = await byNames.all(byId, bySession ?? byId, now() - OUTCOME_LIFETIME_MS);
    return rows.find((row) => row.name === byId) ?? rows[0];
  };

  const heldBy = (names: RequestNames, key: string, hold: string, wasTakenOver: boolean): ClaimedRequest => {
    /** Nothing is stored yet, and nobody else stores anything for this request. */
    let isNew = !wasTakenOver;

    const results = async (): Promise<Record<string, unknown>> => {
      if (isNew) return {};
      const row = await partsOf.get(names[0], hold);
      if (!row) throw new TakenOverError();
      return row.parts === null ? {} : JSON.parse(decrypt(key, row.parts));
    };

    /** In a transaction: under all names or under none. */
    const write = async (statement: typeof note, text: string): Promise<void> => {
      isNew = false;
      const { changes } = await statement.run(text, ...both(names), hold);
      if (changes < names.length) throw new TakenOverError();
    };

    return {
      resultOf: async <Value>(step: string) => (await results())[step] as Value | undefined,
      once: <Value>(step: string, work: () => Promise<Value>) =>
        db.together(async () => {
          const before = await results();
          if (step in before) return before[step] as Value;
          const value = await work();
          await write(note, encrypt(key, JSON.stringify({ ...before, [step]: value })));
          return value;
        }),
      undo: (step, work) =>
        db.together(async () => {
          await work();
          await write(note, encrypt(key, JSON.stringify({ ...(await results()), [step]: undefined })));
        }),
      settle: (outcome) => db.together(() => write(keep, encrypt(key, outcome))),
      async release() {
        await release.run(NOBODY, ...both(names), hold);
      },
    };
  };

  /** Null when another request was quicker under one of the names. */
  const take = async (
    names: readonly [string, string],
    sent: SentRequest,
  ): Promise<ClaimedRequest | null> => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const valuesOf = (name: string) => [name, sent.idHash, sent.content, now(), worker, hold] as const;
    const [first, second] = names;
    const values = [...valuesOf(first), ...valuesOf(second), now() - OUTCOME_LIFETIME_MS] as const;
    if ((await insert.run(...values)).changes === names.length) return heldBy(names, sent.key, hold, false);
    // Whoever finds the one name meanwhile waits, and finds that nobody has it.
    await drop.run(first, second, hold);
    return null;
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
      for (let waited = 0, isKnown = false; ; waited += POLL_MS) {
        const taken = takeable && !isKnown ? await take(takeable, sent) : null;
        if (taken) return { isNew: true, claimed: taken };
        const row = await find(names);
        isKnown = row !== undefined;
        if (!row) {
          if (!takeable) return { isNew: true, claimed: null };
          continue;
        }
        if (row.content !== sent.content) return { isNew: false, stored: 'other' };
        if (row.outcome !== null) {
          const outcome = decrypt(sent.key, row.outcome);
          return { isNew: false, stored: { idHash: row.id_hash, outcome } };
        }
        if (waited < ABANDONED_AFTER_MS && (await db.presence.isProcessAlive(row.worker))) {
          await setTimeout(POLL_MS);
          continue;
        }
        if (!takeable) return { isNew: true, claimed: null };
        const held = await takeFrom(takeable, row.hold, sent.key);
        if (held) return { isNew: true, claimed: held };
      }
    },
  };
}
