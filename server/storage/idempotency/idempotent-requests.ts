import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#server/config/deps.ts';
import { decrypt, encrypt } from '#server/storage/encrypt.ts';
import { NO_PROCESS } from '#server/storage/presence.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CompletedSteps } from './steps.ts';

/** The stored outcome of a request. */
export type StoredOutcome = {
  /** Hash of the id that the session had when the request was sent (at the help desk, of its CSRF token). */
  readonly sessionIdHash: string;
  /** The text with which the request was settled. */
  readonly outcome: string;
};

/** A request that this server executes, unless another server takes the request over. */
export interface ClaimedRequest extends CompletedSteps {
  /** Stores the outcome; to be called in the transaction with the changes of the request. */
  settle(outcome: string): Promise<void>;
  /** Gives up the request without an outcome, so that it can be repeated immediately. */
  release(): Promise<void>;
}

/** The result of claiming a request. */
export type ClaimResult =
  /** This server has to execute the request; `claimed` is null without a session. */
  | { readonly isNew: true; readonly claimed: ClaimedRequest | null }
  /** The idempotency key was used before for a request with other content. */
  | { readonly isNew: false; readonly stored: 'other' }
  /** The request was executed before. */
  | { readonly isNew: false; readonly stored: StoredOutcome };

/** The keys with which the stored outcome of a request is found. */
export type RequestKeys = {
  /** The look-up key from the session id with which the request was sent. */
  readonly byId: string;
  /** The look-up key from the permanent key of the session; null without a session, when the request is not claimed. */
  readonly bySession: string | null;
};

/** The same keys for a request whose session has not been read yet. */
export type SessionRequestKeys = {
  /** The look-up key from the session id with which the request was sent. */
  readonly byId: string;
  /** The beginning of `bySession`; the permanent key of the session follows. */
  readonly bySessionPrefix: string;
  /** Hash of the session id of the request, as stored in the table `session_ids`. */
  readonly storedIdHash: Uint8Array;
  /** Reads the session with this id. */
  readonly readSession: () => Promise<Session | null>;
};

/** Requests by their idempotency keys, shared by all servers (rule 222). */
export interface IdempotentRequests {
  /**
   * Claims a request, or waits for its outcome when another server has claimed the request. When that server has
   * crashed, takes the request over with its completed steps.
   */
  claim(keys: RequestKeys, sent: SentRequest): Promise<ClaimResult>;
  /** Reads the session of a request and claims the request, in one round trip to the database. */
  claimInSession(
    keys: SessionRequestKeys,
    sent: SentRequest,
  ): Promise<{ readonly session: Session | null; readonly claim: ClaimResult }>;
}

/** A request as it was sent. */
type SentRequest = {
  /** Only the page has this key, with which the stored outcome is encrypted. */
  readonly idempotencyKey: string;
  /** Hash of the session id of the request (at the help desk, of its CSRF token). */
  readonly sessionIdHash: string;
  /** Hash of the content of the request, for example method, address and body. */
  readonly content: string;
};

/**
 * Another server has taken the request over because this server seemed to have crashed, or the request took longer
 * than its record is stored. Nothing was changed, and the request can be repeated.
 */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';

  constructor() {
    super('The request was taken over by another server');
  }
}

/** How long the outcome of a request is stored. */
const OUTCOME_LIFETIME_MS = 60_000;
/** After so many milliseconds of waiting, the server that claimed a request counts as crashed. */
const ABANDONED_AFTER_MS = 10_000;
/** Pause between two checks for the outcome of a request. */
const POLL_MS = 25;

/**
 * The look-up keys of a claimed request. A request that was taken over may have only one of its two
 * keys.
 */
type StoredKeys = readonly [string] | readonly [string, string];

/**
 * Each claimed request has two rows in the table `idempotent_requests`, one for each look-up key.
 */
export function idempotentRequestsIn(db: Storage, now: Clock): IdempotentRequests {
  const columns = ['lookup_key', 'id_hash', 'content', 'claimed_at', 'process_number', 'claim_id'];
  const rowsByKey = db.prepare<TableRow<'idempotent_requests'>>(
    'SELECT lookup_key, id_hash, content, outcome, process_number, claim_id FROM idempotent_requests WHERE lookup_key IN (?, ?) AND claimed_at >= ?',
  );
  const replacingExpired = `
    ON CONFLICT (lookup_key) DO UPDATE SET id_hash = excluded.id_hash, content = excluded.content,
      claimed_at = excluded.claimed_at, process_number = excluded.process_number, claim_id = excluded.claim_id, outcome = NULL, step_results = NULL
    WHERE idempotent_requests.claimed_at <`;
  const insert = db.prepare(
    `${insertInto('idempotent_requests', columns)}, (${columns.map(() => '?').join(', ')}) ${replacingExpired} ?`,
  );
  const rowInSession = (lookupKey: string): string => `
    SELECT ${lookupKey}, CAST($idHash AS TEXT), CAST($content AS TEXT), CAST($now AS BIGINT), CAST($processNumber AS BIGINT),
      CAST($claimId AS TEXT)
    FROM session_ids WHERE id_hash = $storedIdHash`;
  const insertInSession = db.prepare<Pick<TableRow<'idempotent_requests'>, 'lookup_key'>>(
    `INSERT INTO idempotent_requests (${columns.join(', ')}) ${rowInSession('CAST($byId AS TEXT)')}
      UNION ALL ${rowInSession('CAST($bySessionPrefix AS TEXT) || session')}
      ${replacingExpired} $expired RETURNING lookup_key`,
  );
  const drop = db.prepare('DELETE FROM idempotent_requests WHERE lookup_key IN (?, ?) AND claim_id = ?');
  const takeOver = db.prepare(
    'UPDATE idempotent_requests SET process_number = ?, claim_id = ? WHERE lookup_key = ? AND claim_id = ? AND outcome IS NULL',
  );
  const stepsOf = db.prepare<TableRow<'idempotent_requests'>>(
    'SELECT step_results FROM idempotent_requests WHERE lookup_key = ? AND claim_id = ?',
  );
  const writeSteps = db.prepare(
    'UPDATE idempotent_requests SET step_results = ? WHERE lookup_key IN (?, ?) AND claim_id = ?',
  );
  const writeOutcome = db.prepare(
    'UPDATE idempotent_requests SET outcome = ? WHERE lookup_key IN (?, ?) AND claim_id = ?',
  );
  const release = db.prepare(
    'UPDATE idempotent_requests SET process_number = ? WHERE lookup_key IN (?, ?) AND claim_id = ? AND outcome IS NULL',
  );

  /** Two keys for statements with two placeholders; the only key twice. */
  const asPair = ([first, second = first]: StoredKeys) => [first, second] as const;

  /** Finds the stored row of a request. */
  const find = async ({
    byId,
    bySession,
  }: RequestKeys): Promise<TableRow<'idempotent_requests'> | undefined> => {
    const rows = await rowsByKey.all(byId, bySession ?? byId, now() - OUTCOME_LIFETIME_MS);
    return rows.find((row) => row.lookup_key === byId) ?? rows[0];
  };

  /** @param wasTakenOver whether another server may have completed steps of the request */
  const claimedRequest = (
    storedKeys: StoredKeys,
    idempotencyKey: string,
    claimId: string,
    wasTakenOver: boolean,
  ): ClaimedRequest => {
    /** Without stored steps, there are no results to read. */
    let mayHaveSteps = wasTakenOver;

    const readResults = async (): Promise<Record<string, unknown>> => {
      if (!mayHaveSteps) return {};
      const row = await stepsOf.get(storedKeys[0], claimId);
      if (!row) throw new TakenOverError();
      return row.step_results === null ? {} : JSON.parse(decrypt(idempotencyKey, row.step_results));
    };

    /** Writes a text into all rows of the request; to be called in a transaction. */
    const write = async (statement: typeof writeSteps, text: string): Promise<void> => {
      mayHaveSteps = true;
      const { changes } = await statement.run(text, ...asPair(storedKeys), claimId);
      if (changes < storedKeys.length) throw new TakenOverError();
    };

    return {
      resultOf: async <Value>(step: string) => (await readResults())[step] as Value | undefined,
      runOnce: <Value>(step: string, work: () => Promise<Value>) =>
        db.commitTogether(async () => {
          const before = await readResults();
          if (step in before) return before[step] as Value;
          const value = await work();
          await write(writeSteps, encrypt(idempotencyKey, JSON.stringify({ ...before, [step]: value })));
          return value;
        }),
      async runOnceInOneStatement(step, { work, resume, undo }) {
        const before = await readResults();
        if (step in before) return resume();
        mayHaveSteps = true;
        const steps = encrypt(idempotencyKey, JSON.stringify({ ...before, [step]: true }));
        const [value, { changes }] = await db.gather(() => [
          work(),
          writeSteps.run(steps, ...asPair(storedKeys), claimId),
        ]);
        if (changes === storedKeys.length) return value;
        await undo(value);
        throw new TakenOverError();
      },
      undo: (step, work) =>
        db.commitTogether(async () => {
          await work();
          await write(
            writeSteps,
            encrypt(idempotencyKey, JSON.stringify({ ...(await readResults()), [step]: undefined })),
          );
        }),
      settle: (outcome) => db.commitTogether(() => write(writeOutcome, encrypt(idempotencyKey, outcome))),
      async release() {
        await release.run(NO_PROCESS, ...asPair(storedKeys), claimId);
      },
    };
  };

  /** Claims a new request; null when another call was faster with one of the keys. */
  const claimNew = async (
    keys: readonly [string, string],
    sent: SentRequest,
  ): Promise<ClaimedRequest | null> => {
    const processNumber = await db.presence.processNumber();
    const claimId = randomUUID();
    const valuesOf = (key: string) =>
      [key, sent.sessionIdHash, sent.content, now(), processNumber, claimId] as const;
    const [first, second] = keys;
    const values = [...valuesOf(first), ...valuesOf(second), now() - OUTCOME_LIFETIME_MS] as const;
    if ((await insert.run(...values)).changes === keys.length)
      return claimedRequest(keys, sent.idempotencyKey, claimId, false);
    // Only one of the two rows was inserted. It is deleted, because other calls with its key would wait for it.
    await drop.run(first, second, claimId);
    return null;
  };

  /** Takes over an abandoned request; null when another call was faster. */
  const takeOverFrom = async (
    keys: readonly [string, string],
    formerClaimId: string,
    idempotencyKey: string,
  ) => {
    const processNumber = await db.presence.processNumber();
    const claimId = randomUUID();
    const [first, second] = await db.commitTogether(async () => {
      const takenKeys: string[] = [];
      for (const key of keys) {
        if ((await takeOver.run(processNumber, claimId, key, formerClaimId)).changes > 0) takenKeys.push(key);
      }
      return takenKeys;
    });
    if (first === undefined) return null;
    return claimedRequest(second === undefined ? [first] : [first, second], idempotencyKey, claimId, true);
  };

  /** @param isClaimed whether another call has just claimed the request, so that trying to claim it is useless */
  const claimOrWait = async (
    keys: RequestKeys,
    sent: SentRequest,
    isClaimed: boolean,
  ): Promise<ClaimResult> => {
    const { byId, bySession } = keys;
    const claimableKeys = bySession === null ? null : ([byId, bySession] as const);
    for (let waited = 0, hasRow = isClaimed; ; waited += POLL_MS) {
      const newClaim = claimableKeys && !hasRow ? await claimNew(claimableKeys, sent) : null;
      if (newClaim) return { isNew: true, claimed: newClaim };
      const row = await find(keys);
      hasRow = row !== undefined;
      if (!row) {
        if (!claimableKeys) return { isNew: true, claimed: null };
        continue;
      }
      if (row.content !== sent.content) return { isNew: false, stored: 'other' };
      if (row.outcome !== null) {
        const outcome = decrypt(sent.idempotencyKey, row.outcome);
        return { isNew: false, stored: { sessionIdHash: row.id_hash, outcome } };
      }
      if (waited < ABANDONED_AFTER_MS && (await db.presence.isProcessAlive(row.process_number))) {
        await setTimeout(POLL_MS);
        continue;
      }
      if (!claimableKeys) return { isNew: true, claimed: null };
      const takenOver = await takeOverFrom(claimableKeys, row.claim_id, sent.idempotencyKey);
      if (takenOver) return { isNew: true, claimed: takenOver };
    }
  };

  return {
    claim: (keys, sent) => claimOrWait(keys, sent, false),
    async claimInSession({ byId, bySessionPrefix, storedIdHash, readSession }, sent) {
      const processNumber = await db.presence.processNumber();
      const claimId = randomUUID();
      const [session, rows] = await db.gather(() => [
        readSession(),
        insertInSession.all({
          $byId: byId,
          $bySessionPrefix: bySessionPrefix,
          $storedIdHash: storedIdHash,
          $idHash: sent.sessionIdHash,
          $content: sent.content,
          $now: now(),
          $processNumber: processNumber,
          $claimId: claimId,
          $expired: now() - OUTCOME_LIFETIME_MS,
        }),
      ]);
      const [first, second] = rows.map(({ lookup_key }) => lookup_key);
      if (session && first !== undefined && second !== undefined) {
        const claimed = claimedRequest([first, second], sent.idempotencyKey, claimId, false);
        return { session, claim: { isNew: true, claimed } };
      }
      if (first !== undefined) await drop.run(first, second ?? first, claimId);
      const keys = { byId, bySession: session && `${bySessionPrefix}${session.key}` };
      return { session, claim: await claimOrWait(keys, sent, true) };
    },
  };
}
