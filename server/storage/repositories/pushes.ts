import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { CodePurpose } from './sent-codes.ts';

/** What a push is for: worth nothing in another session, at another client, for another person or purpose. */
export type PushSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
};

/** What the phone shows about a push. It omits the ID, which the person has to read off the screen. */
export type Notice = {
  /** By which the phone names it. */
  readonly requestId: string;
  readonly clientId: string;
  readonly purpose: CodePurpose;
  /** Groups of characters; one of them is of the push ID. */
  readonly choices: readonly string[];
  /** Browser and system that ask, as they name themselves. */
  readonly browser: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
};

export type NewPush = Notice & PushSubject & { readonly pushId: string };

/** What the phone or the person at the screen has made of a push. */
export type PushEnd = 'approved' | 'denied' | 'mismatched' | 'withdrawn' | 'superseded' | 'spent';

export type PushState = 'pending' | 'expired' | PushEnd;

/** A push that the server holds. */
export type HeldPush = {
  readonly pushId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly purpose: CodePurpose;
  readonly state: PushState;
  readonly expiresAt: number;
  /** Epoch milliseconds of the answer; of the question where there is none, or a former version took it. */
  readonly decidedAt: number;
};

/** A push with the proof of its session, as a poll needs it. */
export type PushStatus = HeldPush & {
  /** What the session has proved for the person at the client of the push. */
  readonly proven: 'nothing' | 'policy' | 'first-step';
};

export interface Pushes {
  /** The push of a session; null for one of another session, which must not learn that it exists. */
  find(session: Session, pushId: string): Promise<HeldPush | null>;
  /**
   * The same with the proof of its session, in one statement, because every waiting screen polls each second.
   */
  poll(session: Session, pushId: string): Promise<PushStatus | null>;
  noticesFor(userId: string): Promise<readonly Notice[]>;
  /** The ID of the push that this person's phone knows by a name, while it waits. */
  pushIdOf(userId: string, requestId: string): Promise<string | null>;
  /**
   * Lets a push wait in place of those of its session (decision 84), unless one of another session waits: of two
   * requests at once one is answered so.
   * @returns null, or until when the other one waits
   */
  add(push: NewPush): Promise<number | null>;
  /** Removes a push whose message could not be sent. */
  remove(pushId: string): Promise<void>;
  /** Ends a push that waits, in one statement: of two answers the first counts. */
  answer(pushId: string, end: 'approved' | 'denied' | 'mismatched'): Promise<boolean>;
  /** Withdraws a push of the session. */
  withdraw(pushId: string): Promise<void>;
  /** Uses an approval up. Returns false when it was used or withdrawn meanwhile. */
  spend(pushId: string): Promise<boolean>;
  /**
   * When pushes to a person were denied or ran out, newest first, in epoch milliseconds.
   * @param session counts those of one session alone; null counts all.
   */
  refusalsSince(since: number, userId: string, session: Session | null): Promise<readonly number[]>;
  /** How many wait for an answer, of everybody. */
  waiting(): Promise<number>;
}

type WithEarned = TableRow<'pushes'> & {
  readonly first_at: number | null;
  readonly known_user: string | null;
};

const provenOf = ({ isRetired }: Session, row: WithEarned): PushStatus['proven'] => {
  if (row.known_user === null) return 'nothing';
  return row.first_at === null || isRetired ? 'policy' : 'first-step';
};

/**
 * Pushes to the mobile apps of people. Stored unhashed: without the cookie of its session a push is worth nothing.
 * @param absoluteMinutes after which what a session has proved is forgotten
 */
export function pushesIn(db: Storage, absoluteMinutes: number, now: Clock): Pushes {
  const byId = db.prepare<TableRow<'pushes'>>('SELECT * FROM pushes WHERE push_id = ? AND session = ?');
  const withProof = db.prepare<WithEarned>(`
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

  const heldOf = (row: TableRow<'pushes'>): HeldPush => {
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
      return row ? heldOf(row) : null;
    },
    async poll(session, pushId) {
      const row = await withProof.get(now() - absoluteMinutes * 60_000, pushId, session.key);
      return row ? { ...heldOf(row), proven: provenOf(session, row) } : null;
    },
    noticesFor: async (userId) =>
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
    waiting: async () => (await count.get(now()))?.waiting ?? 0,
  };
}
