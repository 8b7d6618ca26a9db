import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** The subject of counted guesses: a method, an identity check or an answer (rule 177). */
export type GuessKind = TypeCode | 'verification' | 'answer';

export type Attempt =
  /** The guess may be verified; `failures` counts it already. */
  { readonly allowed: true; readonly failures: number } | { readonly allowed: false };

/** The count that a guess of this request belongs to. */
export type GuessCount = {
  /** Unique among counts. */
  readonly name: string;
  /** As `Attempts.begin`. */
  begin(): Promise<Attempt>;
  /** The attempt of a guess that `begin` has counted; counts it again when the count was reset or locked since. */
  resume(): Promise<Attempt>;
  succeed(): Promise<void>;
  uncount(): Promise<void>;
};

/**
 * Each browser in which the person has signed in has a separate count; all others share one (rule 243). All
 * methods here use the count of the request's browser.
 */
export interface Attempts {
  /** The count of a guess, for calls that use it several times. */
  countOf(userId: string, kind: GuessKind): Promise<GuessCount>;
  /**
   * Counts a guess before it is verified, in one statement: guesses made at the same time cannot pass
   * the cap together. The guess that reaches the cap locks the method.
   */
  begin(userId: string, kind: GuessKind): Promise<Attempt>;
  /** Resets the count after a right guess. */
  succeed(userId: string, kind: GuessKind): Promise<void>;
  /** Undoes a count, and a lock by it, when the guess could not be verified. */
  uncount(userId: string, kind: GuessKind): Promise<void>;
  /** Whether guesses are refused now. */
  isLocked(userId: string, kind: GuessKind): Promise<boolean>;
  /** Whether an administrator has locked the account: such a lock was set without a guess and has no end. */
  isLockedByAdministrator(userId: string): Promise<boolean>;
  /** Seconds until guesses are verified again; 0 when they are not refused. */
  secondsLocked(userId: string, kind: GuessKind): Promise<number>;
}

/** The end of a lock without an end. */
const LOCKED_FOR_EVER = Number.MAX_SAFE_INTEGER;

/** The statements of a table of counts. @param owner columns that, with the type code, are its primary key */
function countsIn(db: Storage, table: string, owner: readonly string[], source: string) {
  const key = [...owner, 'token_code'];
  const isOwnRow = key.map((column) => `${column} = $${column}`).join(' AND ');
  const failuresBefore = `CASE WHEN ${table}.locked_until IS NULL THEN ${table}.failures ELSE 0 END`;
  return {
    count: db.prepare<TableRow<'attempts'>>(`
      INSERT INTO ${table} (${key.join(', ')}, failures, locked_until)
      ${source}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET
        failures = ${failuresBefore} + 1,
        locked_until = CASE WHEN ${failuresBefore} + 1 >= $max THEN CAST($lockedUntil AS BIGINT) END
      WHERE ${table}.locked_until IS NULL OR ${table}.locked_until <= $now
      RETURNING failures`),
    resume: db.prepare<TableRow<'attempts'>>(
      `SELECT failures FROM ${table} WHERE ${isOwnRow} AND failures > 0 AND locked_until IS NULL`,
    ),
    clear: db.prepare(`DELETE FROM ${table} WHERE ${isOwnRow}`),
    uncount: db.prepare(`
      UPDATE ${table} SET failures = failures - 1, locked_until = NULL WHERE ${isOwnRow} AND failures > 0`),
    locked: db.prepare<TableRow<'attempts'>>(
      `SELECT locked_until FROM ${table} WHERE ${isOwnRow} AND locked_until > $now`,
    ),
  };
}

/** Counts of failed guesses by account and method, and their locks (spec section 8, 001_1 and 005_6). */
export function attemptsIn(
  db: Storage,
  lock: ServerConfig['lock'],
  now: Clock,
  knownBrowsers: Pick<KnownBrowsers, 'keyOf'>,
): Attempts {
  const first = '1, CASE WHEN $max <= 1 THEN CAST($lockedUntil AS BIGINT) END';
  const sharedCount = countsIn(db, 'attempts', ['user_id'], `VALUES ($user_id, $token_code, ${first})`);
  const browserCount = countsIn(
    db,
    'browser_attempts',
    ['browser', 'user_id'],
    `SELECT browser, user_id, CAST($token_code AS TEXT), ${first}
      FROM known_browsers WHERE browser = $browser AND user_id = $user_id AND NOT EXISTS (
        SELECT 1 FROM attempts WHERE user_id = $user_id AND token_code = $token_code AND failures = 0
          AND locked_until = $forever)`,
  );
  const lockedByAdministrator = db.prepare<TableRow<'attempts'>>(
    'SELECT locked_until FROM attempts WHERE user_id = ? AND token_code = ? AND failures = 0 AND locked_until = ?',
  );

  const lockedUntil = (): number => (lock.minutes === 0 ? LOCKED_FOR_EVER : now() + lock.minutes * 60_000);

  const statementsOf = async (userId: string, kind: GuessKind) => {
    const browser = await knownBrowsers.keyOf(userId);
    const row = { $user_id: userId, $token_code: kind };
    return browser === null
      ? { ...sharedCount, row, forever: {} }
      : { ...browserCount, row: { ...row, $browser: browser }, forever: { $forever: LOCKED_FOR_EVER } };
  };

  const countOf = async (userId: string, kind: GuessKind): Promise<GuessCount> => {
    const { count, resume, clear, uncount, row, forever } = await statementsOf(userId, kind);
    const attemptOf = (countRow: Pick<TableRow<'attempts'>, 'failures'> | undefined): Attempt =>
      countRow ? { allowed: true, failures: countRow.failures } : { allowed: false };
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

  const administratorLock = (userId: string, kind: GuessKind) =>
    lockedByAdministrator.get(userId, kind, LOCKED_FOR_EVER);

  /** When the lock ends, in epoch milliseconds; null when there is none. */
  const lockEnd = async (userId: string, kind: GuessKind): Promise<number | null> => {
    const { locked, row } = await statementsOf(userId, kind);
    const lockRow =
      (await locked.get({ ...row, $now: now() })) ??
      ('$browser' in row ? await administratorLock(userId, kind) : undefined);
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
