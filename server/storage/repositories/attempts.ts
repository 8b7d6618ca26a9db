import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** The kind of a guess: with a method (its type code), in an identity check, or of an answer (rule 177). */
export type GuessKind = TypeCode | 'verification' | 'answer';

/** Whether a guess may be verified. */
export type Attempt =
  /** `failures` already includes this guess. */
  { readonly isAllowed: true; readonly failures: number } | { readonly isAllowed: false };

/** The count of failed guesses for the browser of this request. */
export type GuessCount = {
  /** Identifies the count. */
  readonly name: string;
  /** See `Attempts.begin`. */
  begin(): Promise<Attempt>;
  /** The attempt that `begin` has counted; counts it again when the count has been reset or locked since. */
  resume(): Promise<Attempt>;
  /** See `Attempts.succeed`. */
  succeed(): Promise<void>;
  /** See `Attempts.uncount`. */
  uncount(): Promise<void>;
};

/**
 * Counts of failed guesses and their locks. Each known browser of a person has its own count; all other browsers share
 * a count (rule 243). All functions use the count of the browser that has sent the current request.
 */
export interface Attempts {
  /** The count for a kind of guess, for callers that use it several times. */
  countOf(userId: string, kind: GuessKind): Promise<GuessCount>;
  /**
   * Counts a guess before it is verified. This is one statement, so concurrent guesses cannot exceed the maximum. The
   * guess that reaches the maximum locks the method.
   */
  begin(userId: string, kind: GuessKind): Promise<Attempt>;
  /** Resets the count after a correct guess. */
  succeed(userId: string, kind: GuessKind): Promise<void>;
  /** Undoes `begin`, including a lock that it caused, when the guess could not be verified. */
  uncount(userId: string, kind: GuessKind): Promise<void>;
  /** Whether guesses are currently refused. */
  isLocked(userId: string, kind: GuessKind): Promise<boolean>;
  /** Whether an administrator has locked the account. Such a lock has no end. */
  isLockedByAdministrator(userId: string): Promise<boolean>;
  /** Seconds until the end of the lock; 0 when there is no lock. */
  secondsLocked(userId: string, kind: GuessKind): Promise<number>;
}

/** The stored end of a lock that has no end. */
const LOCKED_FOR_EVER = Number.MAX_SAFE_INTEGER;

/**
 * The statements of a table with counts.
 * @param ownerColumns the columns that are, together with the type code, the primary key of the table
 * @param firstRow SQL that yields the row of the first guess
 */
function countStatements(db: Storage, table: string, ownerColumns: readonly string[], firstRow: string) {
  const key = [...ownerColumns, 'token_code'];
  const countRowCondition = key.map((column) => `${column} = $${column}`).join(' AND ');
  const failuresBefore = `CASE WHEN ${table}.locked_until IS NULL THEN ${table}.failures ELSE 0 END`;
  return {
    count: db.prepare<TableRow<'attempts'>>(`
      INSERT INTO ${table} (${key.join(', ')}, failures, locked_until)
      ${firstRow}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET
        failures = ${failuresBefore} + 1,
        locked_until = CASE WHEN ${failuresBefore} + 1 >= $max THEN CAST($lockedUntil AS BIGINT) END
      WHERE ${table}.locked_until IS NULL OR ${table}.locked_until <= $now
      RETURNING failures`),
    resume: db.prepare<TableRow<'attempts'>>(
      `SELECT failures FROM ${table} WHERE ${countRowCondition} AND failures > 0 AND locked_until IS NULL`,
    ),
    clear: db.prepare(`DELETE FROM ${table} WHERE ${countRowCondition}`),
    uncount: db.prepare(`
      UPDATE ${table} SET failures = failures - 1, locked_until = NULL WHERE ${countRowCondition} AND failures > 0`),
    locked: db.prepare<TableRow<'attempts'>>(
      `SELECT locked_until FROM ${table} WHERE ${countRowCondition} AND locked_until > $now`,
    ),
  };
}

/**
 * The counts of the storage (spec section 8, 001_1 and 005_6). An administrator's lock is a lock without failures and
 * end.
 */
export function attemptsIn(
  db: Storage,
  lock: ServerConfig['lock'],
  now: Clock,
  knownBrowsers: Pick<KnownBrowsers, 'keyOf'>,
): Attempts {
  const firstCount = '1, CASE WHEN $max <= 1 THEN CAST($lockedUntil AS BIGINT) END';
  const sharedCount = countStatements(
    db,
    'attempts',
    ['user_id'],
    `VALUES ($user_id, $token_code, ${firstCount})`,
  );
  const browserCount = countStatements(
    db,
    'browser_attempts',
    ['browser_hash', 'user_id'],
    `SELECT browser_hash, user_id, CAST($token_code AS TEXT), ${firstCount}
      FROM known_browsers WHERE browser_hash = $browser_hash AND user_id = $user_id AND NOT EXISTS (
        SELECT 1 FROM attempts WHERE user_id = $user_id AND token_code = $token_code AND failures = 0
          AND locked_until = $forever)`,
  );
  const lockedByAdministrator = db.prepare<TableRow<'attempts'>>(
    'SELECT locked_until FROM attempts WHERE user_id = ? AND token_code = ? AND failures = 0 AND locked_until = ?',
  );

  const lockedUntil = (): number => (lock.minutes === 0 ? LOCKED_FOR_EVER : now() + lock.minutes * 60_000);

  /** The statements and values for the count of the request's browser. */
  const statementsOf = async (userId: string, kind: GuessKind) => {
    const browserHash = await knownBrowsers.keyOf(userId);
    const row = { $user_id: userId, $token_code: kind };
    return browserHash === null
      ? { ...sharedCount, row, forever: {} }
      : {
          ...browserCount,
          row: { ...row, $browser_hash: browserHash },
          forever: { $forever: LOCKED_FOR_EVER },
        };
  };

  const countOf = async (userId: string, kind: GuessKind): Promise<GuessCount> => {
    const { count, resume, clear, uncount, row, forever } = await statementsOf(userId, kind);
    const attemptOf = (countRow: Pick<TableRow<'attempts'>, 'failures'> | undefined): Attempt =>
      countRow ? { isAllowed: true, failures: countRow.failures } : { isAllowed: false };
    const begin = async (): Promise<Attempt> => {
      const $lockedUntil = lockedUntil();
      return attemptOf(
        await count.get({ ...row, ...forever, $max: lock.maxFailures, $now: now(), $lockedUntil }),
      );
    };
    return {
      name: Object.values(row).join(' '),
      begin,
      async resume() {
        const countRow = await resume.get(row);
        return countRow ? attemptOf(countRow) : begin();
      },
      async succeed() {
        await clear.run(row);
      },
      async uncount() {
        await uncount.run(row);
      },
    };
  };

  /** The row of an administrator's lock; undefined when there is none. */
  const administratorLock = (userId: string, kind: GuessKind) =>
    lockedByAdministrator.get(userId, kind, LOCKED_FOR_EVER);

  /** When the lock ends, in epoch milliseconds; null when there is none. */
  const lockEnd = async (userId: string, kind: GuessKind): Promise<number | null> => {
    const { locked, row } = await statementsOf(userId, kind);
    const lockRow =
      (await locked.get({ ...row, $now: now() })) ??
      ('$browser_hash' in row ? await administratorLock(userId, kind) : undefined);
    return lockRow ? lockRow.locked_until : null;
  };

  return {
    countOf,
    begin: async (userId, kind) => (await countOf(userId, kind)).begin(),
    succeed: async (userId, kind) => (await countOf(userId, kind)).succeed(),
    uncount: async (userId, kind) => (await countOf(userId, kind)).uncount(),
    isLocked: async (userId, kind) => (await lockEnd(userId, kind)) !== null,
    isLockedByAdministrator: async (userId) =>
      (await administratorLock(userId, TYPE_CODES.password)) !== undefined,
    async secondsLocked(userId, kind) {
      const until = await lockEnd(userId, kind);
      return until === null ? 0 : Math.ceil((until - now()) / 1000);
    },
  };
}
