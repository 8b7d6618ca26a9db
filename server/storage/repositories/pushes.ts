import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CodePurpose } from './sent-codes.ts';

/** The scope of a push: it is valid only in this session, at this client, for this person and this purpose. */
export type PushSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
};

/** The part of a push that the phone shows. It omits the push ID, which the person has to read on the screen. */
export type ShownPush = {
  /** The id with which the phone names the push in its calls. */
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

/** A push to be stored. */
export type NewPush = ShownPush & PushSubject & { readonly pushId: string };

/**
 * How a push has ended. `mismatched`: the person chose characters that are not part of the push ID. `withdrawn`: the
 * session ended or the person chose another method. `superseded`: a new push of the session has replaced it. `spent`:
 * the approval was used for a login or an identity check.
 */
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
  /** When the push was answered, in epoch milliseconds. If that is not stored, when the push was created. */
  readonly decidedAt: number;
};

/** A push with what its session has proven, for a poll. */
export type PushStatus = StoredPush & {
  /** What the session has proven for the person at the client of the push. */
  readonly proven: 'nothing' | 'policy' | 'first-step';
};

export interface Pushes {
  /** A push of a session; null for a push of another session, so that nobody learns that it exists. */
  find(session: Session, pushId: string): Promise<StoredPush | null>;
  /** Finds a push and what its session has proven, in one statement, because every waiting screen polls each second. */
  poll(session: Session, pushId: string): Promise<PushStatus | null>;
  /** The pending pushes of a person. */
  listPending(userId: string): Promise<readonly ShownPush[]>;
  /** The push ID of a pending push, from the id that the phone has. */
  findPushId(userId: string, requestId: string): Promise<string | null>;
  /**
   * Adds a push, which replaces the pushes of its session (rule 84). While a push of another session is pending,
   * nothing is added; of two concurrent calls, only one adds.
   * @returns null, or when the pending push of another session expires, in epoch milliseconds
   */
  add(push: NewPush): Promise<number | null>;
  /** Removes a push whose message could not be sent. */
  remove(pushId: string): Promise<void>;
  /** Ends a pending push with the person's answer, in one statement: of two answers, the first counts. */
  answer(pushId: string, end: 'approved' | 'denied' | 'mismatched'): Promise<boolean>;
  /** Withdraws a pending or approved push. */
  withdraw(pushId: string): Promise<void>;
  /** Marks an approval as used. Returns false when it was used or withdrawn in the meantime. */
  consume(pushId: string): Promise<boolean>;
  /**
   * When the denied and expired pushes of a person were created, the newest first, in epoch milliseconds.
   * @param since only pushes after this time
   * @param session only pushes of this session; null for all sessions
   */
  unapprovedSince(since: number, userId: string, session: Session | null): Promise<readonly number[]>;
  /** The number of pending pushes of all people. */
  countPending(): Promise<number>;
}

type RowWithProof = TableRow<'pushes'> & {
  readonly first_at: number | null;
  /** Null when the session has no proof of the person, or the account was removed. */
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
  const pendingOf = db.prepare<TableRow<'pushes'>>(`
    SELECT * FROM pushes WHERE user_id = ? AND state = 'pending' AND expires_at > ? ORDER BY created_at`);
  const countPending = db.prepare<{ count: number }>(
    "SELECT COUNT(*) AS count FROM pushes WHERE state = 'pending' AND expires_at > ?",
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
  const setSpent = db.prepare(`UPDATE pushes SET state = 'spent' WHERE push_id = ? AND state = 'approved'`);
  const unapproved = db.prepare<TableRow<'pushes'>>(`
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
    listPending: async (userId) =>
      (await pendingOf.all(userId, now())).map((row) => ({
        requestId: row.request_id,
        clientId: row.client_id,
        purpose: row.purpose as CodePurpose,
        choices: row.choices.split(' '),
        browser: row.browser,
        address: row.address,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      })),
    async findPushId(userId, requestId) {
      const row = await byRequest.get(userId, requestId, now());
      return row ? row.push_id : null;
    },
    async add({ pushId, requestId, session, clientId, userId, purpose, choices, ...details }) {
      return db.transaction(async () => {
        const otherPush = (await pendingOf.all(userId, now())).find((row) => row.session !== session.key);
        if (otherPush) return otherPush.expires_at;
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
    consume: async (pushId) => (await setSpent.run(pushId)).changes > 0,
    unapprovedSince: async (since, userId, session) =>
      (
        await unapproved.all({ $user: userId, $since: since, $session: session?.key ?? null, $now: now() })
      ).map((row) => row.created_at),
    countPending: async () => (await countPending.get(now()))?.count ?? 0,
  };
}
