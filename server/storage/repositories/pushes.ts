import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CodePurpose } from './sent-codes.ts';

/** The scope of a push, which is invalid in another session, at another client, for another person or purpose. */
export type PushSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
};

/** The part of a push that the phone shows. It omits the push ID, which the person has to read from the screen. */
export type ShownPush = {
  /** The id of the push in calls of the phone. */
  readonly requestId: string;
  readonly clientId: string;
  readonly purpose: CodePurpose;
  /** Groups of characters, one of which is part of the push ID. */
  readonly choices: readonly string[];
  /** Unverified name of the requesting browser and system. */
  readonly browser: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
};

export type NewPush = ShownPush & PushSubject & { readonly pushId: string };

/** How a push has ended. */
export type PushEnd = 'approved' | 'denied' | 'mismatched' | 'withdrawn' | 'superseded' | 'spent';

export type PushState = 'pending' | 'expired' | PushEnd;

/** A stored push. */
export type StoredPush = {
  readonly pushId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly purpose: CodePurpose;
  readonly state: PushState;
  readonly expiresAt: number;
  /** Epoch milliseconds of the answer; of the request when there is none, or a former version stored it. */
  readonly decidedAt: number;
};

/** A push with the proof of its session, for a poll. */
export type PushStatus = StoredPush & {
  /** The proofs of the session for the person at the client of the push. */
  readonly proven: 'nothing' | 'policy' | 'first-step';
};

export interface Pushes {
  /** The push of a session; null for one of another session, which must not learn that it exists. */
  find(session: Session, pushId: string): Promise<StoredPush | null>;
  /** Finds a push with the proof of its session, in one statement, because every waiting screen polls each second. */
  poll(session: Session, pushId: string): Promise<PushStatus | null>;
  shownPushesOf(userId: string): Promise<readonly ShownPush[]>;
  /** The push ID of a pending push by the id that the phone knows. */
  pushIdOf(userId: string, requestId: string): Promise<string | null>;
  /**
   * Adds a push instead of those of its session (rule 84), unless one of another session is pending; also of two
   * concurrent calls one is refused.
   * @returns null, or the epoch milliseconds at which the other one expires
   */
  add(push: NewPush): Promise<number | null>;
  /** Removes a push whose message could not be sent. */
  remove(pushId: string): Promise<void>;
  /** Ends a pending push in one statement: of two answers the first counts. */
  answer(pushId: string, end: 'approved' | 'denied' | 'mismatched'): Promise<boolean>;
  /** Withdraws a push of the session. */
  withdraw(pushId: string): Promise<void>;
  /** Uses an approval up. Returns false when it was used or withdrawn in the meantime. */
  spend(pushId: string): Promise<boolean>;
  /**
   * Times of denied and expired pushes to a person, newest first, in epoch milliseconds.
   * @param session only pushes of this session; null for all
   */
  refusalsSince(since: number, userId: string, session: Session | null): Promise<readonly number[]>;
  /** Number of pending pushes of all people. */
  countWaiting(): Promise<number>;
}

type RowWithProof = TableRow<'pushes'> & {
  readonly first_at: number | null;
  readonly known_user: string | null;
};

const provenOf = ({ isRetired }: Session, row: RowWithProof): PushStatus['proven'] => {
  if (row.known_user === null) return 'nothing';
  return row.first_at === null || isRetired ? 'policy' : 'first-step';
};

/**
 * Pushes to mobile apps. Push IDs are not hashed, because they are useless without the cookie of their session.
 * @param absoluteMinutes lifetime of the proofs of a session
 */
export function pushesIn(db: Storage, absoluteMinutes: number, now: Clock): Pushes {
  const byId = db.prepare<TableRow<'pushes'>>('SELECT * FROM pushes WHERE push_id = ? AND session = ?');
  const withProof = db.prepare<RowWithProof>(`
    SELECT pushes.*, first_at, accounts.user_id AS known_user FROM pushes
    LEFT JOIN proofs ON proofs.session = pushes.session AND proofs.client_id = pushes.client_id
      AND proofs.user_id = pushes.user_id AND checked_at >= ?
    LEFT JOIN accounts ON accounts.user_id = proofs.user_id
    WHERE push_id = ? AND pushes.session = ?`);
  const waiting = db.prepare<TableRow<'pushes'>>(`
    SELECT * FROM pushes WHERE user_id = ? AND state = 'pending' AND expires_at > ? ORDER BY created_at`);
  const count = db.prepare<{ waiting: number }>(
    "SELECT COUNT(*) AS waiting FROM pushes WHERE state = 'pending' AND expires_at > ?",
  );
  const byRequest = db.prepare<TableRow<'pushes'>>(`
    SELECT push_id FROM pushes
    WHERE user_id = ? AND request_id = ? AND state = 'pending' AND expires_at > ?`);
  const insert = db.prepare(`
    INSERT INTO pushes (push_id, request_id, session, client_id, user_id, choices, browser, address,
      created_at, expires_at, state, purpose)
    VALUES
      ($id, $request, $session, $client, $user, $choices, $browser, $address, $at, $until, 'pending', $purpose)`);
  const remove = db.prepare('DELETE FROM pushes WHERE push_id = ?');
  const answer = db.prepare(
    `UPDATE pushes SET state = $end, decided_at = $now
      WHERE push_id = $id AND state = 'pending' AND expires_at > CAST($now AS BIGINT)`,
  );
  const supersede = db.prepare(`
    UPDATE pushes SET state = 'superseded'
    WHERE session = ? AND user_id = ? AND (state = 'approved' OR (state = 'pending' AND expires_at > ?))`);
  const withdraw = db.prepare(`
    UPDATE pushes SET state = 'withdrawn'
    WHERE push_id = ? AND (state = 'approved' OR (state = 'pending' AND expires_at > ?))`);
  const spend = db.prepare(`UPDATE pushes SET state = 'spent' WHERE push_id = ? AND state = 'approved'`);
  const refusals = db.prepare<TableRow<'pushes'>>(`
    SELECT created_at FROM pushes
    WHERE user_id = $user AND created_at > $since AND session = coalesce(CAST($session AS BIGINT), session)
      AND (state IN ('denied', 'mismatched') OR (state = 'pending' AND expires_at <= $now))
    ORDER BY created_at DESC`);

  const stateOf = (state: unknown, expiresAt: number): PushState =>
    state === 'pending' && expiresAt <= now() ? 'expired' : (state as PushState);

  const toPush = (row: TableRow<'pushes'>): StoredPush => {
    const expiresAt = row.expires_at;
    return {
      pushId: row.push_id,
      userId: row.user_id,
      clientId: row.client_id,
      purpose: row.purpose as CodePurpose,
      state: stateOf(row.state, expiresAt),
      expiresAt,
      decidedAt: Number(row.decided_at ?? row.created_at),
    };
  };

  return {
    async find(session, pushId) {
      const row = await byId.get(pushId, session.key);
      return row ? toPush(row) : null;
    },
    async poll(session, pushId) {
      const row = await withProof.get(now() - absoluteMinutes * 60_000, pushId, session.key);
      return row ? { ...toPush(row), proven: provenOf(session, row) } : null;
    },
    shownPushesOf: async (userId) =>
      (await waiting.all(userId, now())).map((row) => ({
        requestId: row.request_id,
        clientId: row.client_id,
        purpose: row.purpose as CodePurpose,
        choices: row.choices.split(' '),
        browser: row.browser,
        address: row.address,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      })),
    async pushIdOf(userId, requestId) {
      const row = await byRequest.get(userId, requestId, now());
      return row ? row.push_id : null;
    },
    async add({ pushId, requestId, session, clientId, userId, purpose, choices, ...details }) {
      return db.transaction(async () => {
        const other = (await waiting.all(userId, now())).find((row) => row.session !== session.key);
        if (other) return other.expires_at;
        await supersede.run(session.key, userId, now());
        await insert.run({
          $id: pushId,
          $request: requestId,
          $session: session.key,
          $client: clientId,
          $user: userId,
          $choices: choices.join(' '),
          $browser: details.browser,
          $address: details.address,
          $at: details.createdAt,
          $until: details.expiresAt,
          $purpose: purpose,
        });
        return null;
      });
    },
    async remove(pushId) {
      await remove.run(pushId);
    },
    answer: async (pushId, end) => (await answer.run({ $end: end, $id: pushId, $now: now() })).changes > 0,
    async withdraw(pushId) {
      await withdraw.run(pushId, now());
    },
    spend: async (pushId) => (await spend.run(pushId)).changes > 0,
    refusalsSince: async (since, userId, session) =>
      (await refusals.all({ $user: userId, $since: since, $session: session?.key ?? null, $now: now() })).map(
        (row) => row.created_at,
      ),
    countWaiting: async () => (await count.get(now()))?.waiting ?? 0,
  };
}
