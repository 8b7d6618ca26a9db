import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { decrypt, encrypt } from '#server/storage/encrypt.ts';
import { NOBODY } from '#server/storage/presence.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CompletedSteps } from './steps.ts';

/** The outcome of a request, as a text. */
export type StoredOutcome = {
  /** Hash of the session id of the request. */
  readonly idHash: string;
  readonly outcome: string;
};

/** A request that this server executes, unless another one takes it over. */
export interface ClaimedRequest extends CompletedSteps {
  /** Stores the outcome in the same transaction as the changes of the request. */
  settle(outcome: string): Promise<void>;
  /** Gives up the request without an outcome, so that it can be repeated immediately. */
  release(): Promise<void>;
}

export type ClaimResult =
  /** This server has to execute the request; `claimed` is null without a session. */
  | { readonly isNew: true; readonly claimed: ClaimedRequest | null }
  /** The key was used for a request with other content. */
  | { readonly isNew: false; readonly stored: 'other' }
  | { readonly isNew: false; readonly stored: StoredOutcome };

/** The look-up keys of a request. */
export type RequestKeys = {
  /** By the id that the session had. */
  readonly byId: string;
  /** By the session, whatever its id; null without a session, when nothing is claimed. */
  readonly bySession: string | null;
};

/** The look-up keys of a request in the session of its cookie. */
export type SessionRequestKeys = {
  /** Look-up key by the id that the session had. */
  readonly byId: string;
  /** Beginning of the look-up key by session; the key of the session follows. */
  readonly bySessionPrefix: string;
  /** Hash of the session id of the request. */
  readonly sessionId: Uint8Array;
  /** Reads the session of this id. */
  readonly readSession: () => Promise<Session | null>;
};

/** Requests by their idempotency keys, shared by all servers (rule 222). */
export interface IdempotentRequests {
  /**
   * Claims a request, or waits for its outcome when another server has claimed it. The request of a crashed server is
   * taken over with its completed steps.
   */
  claim(names: RequestKeys, sent: SentRequest): Promise<ClaimResult>;
  /** Reads the session of a request, and claims the request in the same statement. */
  claimInSession(
    keys: SessionRequestKeys,
    sent: SentRequest,
  ): Promise<{ readonly session: Session | null; readonly claim: ClaimResult }>;
}

type SentRequest = {
  /** The idempotency key, which only the page knows; it encrypts the stored outcome. */
  readonly key: string;
  readonly idHash: string;
  /** Hash of method, address and body. */
  readonly content: string;
};

/**
 * Another server has taken the request over because this one seemed to have crashed, or the request took longer than
 * its record lasts. Nothing was changed, and the request can be repeated.
 */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('The request was taken over by another server');
  }
}

/** How long the outcome of a request is stored. */
const OUTCOME_LIFETIME_MS = 60_000;
/** Milliseconds, by the clock of this machine, after which a server without an answer counts as crashed. */
const ABANDONED_AFTER_MS = 10_000;
const POLL_MS = 25;

/** The names of a request: one or two different ones. */
type RequestNames = readonly [string] | readonly [string, string];

export function idempotentRequestsIn(db: Storage, now: Clock): IdempotentRequests {
  const columns = ['name', 'id_hash', 'content', 'made_at', 'worker', 'hold'];
  const rowsByName = db.prepare<TableRow<'submissions'>>(
    'SELECT name, id_hash, content, outcome, worker, hold FROM submissions WHERE name IN (?, ?) AND made_at >= ?',
  );
  const replacingExpired = `
    ON CONFLICT (name) DO UPDATE SET id_hash = excluded.id_hash, content = excluded.content,
      made_at = excluded.made_at, worker = excluded.worker, hold = excluded.hold, outcome = NULL, parts = NULL
    WHERE submissions.made_at <`;
  const insert = db.prepare(
    `${insertInto('submissions', columns)}, (${columns.map(() => '?').join(', ')}) ${replacingExpired} ?`,
  );
  const rowInSession = (name: string): string => `
    SELECT ${name}, CAST($idHash AS TEXT), CAST($content AS TEXT), CAST($now AS BIGINT), CAST($worker AS BIGINT),
      CAST($hold AS TEXT)
    FROM session_ids WHERE id_hash = $sessionId`;
  const insertInSession = db.prepare<Pick<TableRow<'submissions'>, 'name'>>(
    `INSERT INTO submissions (${columns.join(', ')}) ${rowInSession('CAST($byId AS TEXT)')}
      UNION ALL ${rowInSession('CAST($bySessionPrefix AS TEXT) || session')}
      ${replacingExpired} $expired RETURNING name`,
  );
  const drop = db.prepare('DELETE FROM submissions WHERE name IN (?, ?) AND hold = ?');
  const takeOver = db.prepare(
    'UPDATE submissions SET worker = ?, hold = ? WHERE name = ? AND hold = ? AND outcome IS NULL',
  );
  const partsOf = db.prepare<TableRow<'submissions'>>(
    'SELECT parts FROM submissions WHERE name = ? AND hold = ?',
  );
  const writeSteps = db.prepare('UPDATE submissions SET parts = ? WHERE name IN (?, ?) AND hold = ?');
  const writeOutcome = db.prepare('UPDATE submissions SET outcome = ? WHERE name IN (?, ?) AND hold = ?');
  const release = db.prepare(
    'UPDATE submissions SET worker = ? WHERE name IN (?, ?) AND hold = ? AND outcome IS NULL',
  );

  const twoNames = ([first, second = first]: RequestNames) => [first, second] as const;

  const find = async ({ byId, bySession }: RequestKeys): Promise<TableRow<'submissions'> | undefined> => {
    const rows = await rowsByName.all(byId, bySession ?? byId, now() - OUTCOME_LIFETIME_MS);
    return rows.find((row) => row.name === byId) ?? rows[0];
  };

  const claimedRequest = (
    names: RequestNames,
    key: string,
    hold: string,
    wasTakenOver: boolean,
  ): ClaimedRequest => {
    /** Whether nothing is stored yet: then there are no earlier results to read. */
    let isNew = !wasTakenOver;

    const results = async (): Promise<Record<string, unknown>> => {
      if (isNew) return {};
      const row = await partsOf.get(names[0], hold);
      if (!row) throw new TakenOverError();
      return row.parts === null ? {} : JSON.parse(decrypt(key, row.parts));
    };

    /** Writes under all names, inside a transaction. */
    const write = async (statement: typeof writeSteps, text: string): Promise<void> => {
      isNew = false;
      const { changes } = await statement.run(text, ...twoNames(names), hold);
      if (changes < names.length) throw new TakenOverError();
    };

    return {
      resultOf: async <Value>(step: string) => (await results())[step] as Value | undefined,
      runOnce: <Value>(step: string, work: () => Promise<Value>) =>
        db.commitTogether(async () => {
          const before = await results();
          if (step in before) return before[step] as Value;
          const value = await work();
          await write(writeSteps, encrypt(key, JSON.stringify({ ...before, [step]: value })));
          return value;
        }),
      async runOnceInOneStatement(step, { work, resume, undo }) {
        const before = await results();
        if (step in before) return resume();
        isNew = false;
        const parts = encrypt(key, JSON.stringify({ ...before, [step]: true }));
        const [value, { changes }] = await db.gather(() => [
          work(),
          writeSteps.run(parts, ...twoNames(names), hold),
        ]);
        if (changes === names.length) return value;
        await undo(value);
        throw new TakenOverError();
      },
      undo: (step, work) =>
        db.commitTogether(async () => {
          await work();
          await write(writeSteps, encrypt(key, JSON.stringify({ ...(await results()), [step]: undefined })));
        }),
      settle: (outcome) => db.commitTogether(() => write(writeOutcome, encrypt(key, outcome))),
      async release() {
        await release.run(NOBODY, ...twoNames(names), hold);
      },
    };
  };

  /** Claims a new request; null when another call was faster under one of the names. */
  const claimNew = async (
    names: readonly [string, string],
    sent: SentRequest,
  ): Promise<ClaimedRequest | null> => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const valuesOf = (name: string) => [name, sent.idHash, sent.content, now(), worker, hold] as const;
    const [first, second] = names;
    const values = [...valuesOf(first), ...valuesOf(second), now() - OUTCOME_LIFETIME_MS] as const;
    if ((await insert.run(...values)).changes === names.length)
      return claimedRequest(names, sent.key, hold, false);
    // Another request that finds the remaining name waits until the name is removed.
    await drop.run(first, second, hold);
    return null;
  };

  /** Takes over an abandoned request; null when another call was faster. */
  const takeOverFrom = async (names: readonly [string, string], formerHold: string, key: string) => {
    const worker = await db.presence.name();
    const hold = randomUUID();
    const [first, second] = await db.commitTogether(async () => {
      const takenNames: string[] = [];
      for (const name of names) {
        if ((await takeOver.run(worker, hold, name, formerHold)).changes > 0) takenNames.push(name);
      }
      return takenNames;
    });
    if (first === undefined) return null;
    return claimedRequest(second === undefined ? [first] : [first, second], key, hold, true);
  };

  /** @param wasFaster whether another call has just been faster */
  const claimOrWait = async (
    names: RequestKeys,
    sent: SentRequest,
    wasFaster: boolean,
  ): Promise<ClaimResult> => {
    const { byId, bySession } = names;
    const claimableNames = bySession === null ? null : ([byId, bySession] as const);
    for (let waited = 0, hasRow = wasFaster; ; waited += POLL_MS) {
      const newClaim = claimableNames && !hasRow ? await claimNew(claimableNames, sent) : null;
      if (newClaim) return { isNew: true, claimed: newClaim };
      const row = await find(names);
      hasRow = row !== undefined;
      if (!row) {
        if (!claimableNames) return { isNew: true, claimed: null };
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
      if (!claimableNames) return { isNew: true, claimed: null };
      const takenOver = await takeOverFrom(claimableNames, row.hold, sent.key);
      if (takenOver) return { isNew: true, claimed: takenOver };
    }
  };

  return {
    claim: (names, sent) => claimOrWait(names, sent, false),
    async claimInSession({ byId, bySessionPrefix, sessionId, readSession }, sent) {
      const worker = await db.presence.name();
      const hold = randomUUID();
      const [session, rows] = await db.gather(() => [
        readSession(),
        insertInSession.all({
          $byId: byId,
          $bySessionPrefix: bySessionPrefix,
          $sessionId: sessionId,
          $idHash: sent.idHash,
          $content: sent.content,
          $now: now(),
          $worker: worker,
          $hold: hold,
          $expired: now() - OUTCOME_LIFETIME_MS,
        }),
      ]);
      const [first, second] = rows.map(({ name }) => name);
      if (session && first !== undefined && second !== undefined) {
        const claimed = claimedRequest([first, second], sent.key, hold, false);
        return { session, claim: { isNew: true, claimed } };
      }
      if (first !== undefined) await drop.run(first, second ?? first, hold);
      const names = { byId, bySession: session && `${bySessionPrefix}${session.key}` };
      return { session, claim: await claimOrWait(names, sent, true) };
    },
  };
}
