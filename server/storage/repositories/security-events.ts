import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** `logout`: OpenID Connect Back-Channel Logout 1.0, to a client. `signal`: a Shared Signals event, to a receiver. */
export type SecurityEventKind = 'logout' | 'signal';

/** The recipient of events: a client id, or the name of a receiver. */
export type Recipient = { readonly kind: SecurityEventKind; readonly receiver: string };

/** An event to be delivered to a service or a receiver. */
export type SecurityEvent = Recipient & {
  /** The `jti` of a signal: the same at each try. */
  readonly eventId: string;
  /** Empty for an event that is about nobody. */
  readonly userId: string;
  /** Members of the token that depend on the event. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Times in epoch milliseconds. */
  readonly createdAt: number;
  readonly tries: number;
  /** When it is tried next; null when it was delivered or given up. */
  readonly nextAt: number | null;
  readonly deliveredAt: number | null;
  /** Why the last try failed. */
  readonly failure: string | null;
};

/**
 * The outbox of back-channel logouts and Shared Signals (rule 257). Events are added in the transaction of their
 * cause.
 */
export interface SecurityEvents {
  addLogout(clientId: string, userId: string, sid: string): Promise<void>;
  /** An event about a person, for each stream that is not disabled and has not removed them. */
  addSignal(userId: string, type: string, event: Readonly<Record<string, unknown>>): Promise<void>;
  /** An event about the stream of a receiver. */
  addStreamEvent(receiver: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Recipients with due events. Events of a stream that is not enabled wait. */
  recipients(): Promise<readonly Recipient[]>;
  due(recipient: Recipient, max: number): Promise<readonly SecurityEvent[]>;
  /** Begins a try, which counts; false when another server has begun it. @param until when it counts as lost */
  begin(event: SecurityEvent, until: number): Promise<boolean>;
  delivered(eventId: string): Promise<void>;
  /** @param nextAt null: no further try */
  failed(eventId: string, failure: string, nextAt: number | null): Promise<void>;
  /** Drops the undelivered events of a receiver's stream. */
  drop(receiver: string, failure: string): Promise<void>;
  /** All stored events about a person, the newest first. */
  ofUser(userId: string): Promise<readonly SecurityEvent[]>;
}

const toEvent = (row: TableRow<'security_events'>): SecurityEvent => ({
  eventId: row.event_id,
  kind: row.kind as SecurityEventKind,
  receiver: row.receiver,
  userId: row.user_id,
  claims: JSON.parse(row.claims),
  createdAt: row.created_at,
  tries: row.tries,
  nextAt: row.next_at,
  deliveredAt: row.delivered_at,
  failure: row.failure,
});

const COLUMNS = ['event_id', 'kind', 'receiver', 'user_id', 'claims', 'created_at', 'next_at', 'tries'];

const IS_DUE = `next_at <= $now AND NOT EXISTS (
  SELECT 1 FROM ssf_streams WHERE security_events.kind = 'signal'
    AND ssf_streams.receiver = security_events.receiver AND ssf_streams.status <> 'enabled')`;

export function securityEventsIn(db: Storage, now: Clock): SecurityEvents {
  const insert = db.prepare(insertInto('security_events', COLUMNS));
  const insertForStreams = db.prepare(`
    INSERT INTO security_events (${COLUMNS.join(', ')})
    SELECT $id || '.' || receiver, 'signal', receiver, $user, $claims, CAST($now AS BIGINT), CAST($now AS BIGINT), 0
    FROM ssf_streams WHERE status <> 'disabled' AND NOT EXISTS (
      SELECT 1 FROM ssf_removed_subjects AS removed
      WHERE removed.receiver = ssf_streams.receiver AND removed.user_id = $user)`);
  const recipients = db.prepare<TableRow<'security_events'>>(
    `SELECT DISTINCT kind, receiver FROM security_events WHERE ${IS_DUE}`,
  );
  const due = db.prepare<TableRow<'security_events'>>(`
    SELECT * FROM security_events WHERE kind = $kind AND receiver = $receiver AND ${IS_DUE}
    ORDER BY next_at LIMIT CAST($max AS BIGINT)`);
  const begin = db.prepare(`
    UPDATE security_events SET tries = tries + 1, next_at = $until
    WHERE event_id = $id AND tries = $tries AND next_at IS NOT NULL`);
  const end = db.prepare(
    'UPDATE security_events SET delivered_at = ?, failure = ?, next_at = ? WHERE event_id = ?',
  );
  const drop = db.prepare(`
    UPDATE security_events SET failure = ?, next_at = NULL
    WHERE kind = 'signal' AND receiver = ? AND next_at IS NOT NULL`);
  const ofUser = db.prepare<TableRow<'security_events'>>(
    'SELECT * FROM security_events WHERE user_id = ? ORDER BY created_at DESC, event_id',
  );

  const add = async (kind: SecurityEventKind, receiver: string, userId: string, claims: object) => {
    await insert.run(randomUUID(), kind, receiver, userId, JSON.stringify(claims), now(), now(), 0);
  };
  return {
    addLogout: (clientId, userId, sid) => add('logout', clientId, userId, { sid }),
    async addSignal(userId, type, event) {
      const claims = { events: { [type]: { ...event, event_timestamp: Math.floor(now() / 1000) } } };
      await insertForStreams.run({
        $id: randomUUID(),
        $user: userId,
        $claims: JSON.stringify(claims),
        $now: now(),
      });
    },
    addStreamEvent: (receiver, claims) => add('signal', receiver, '', claims),
    recipients: async () =>
      (await recipients.all({ $now: now() })).map(({ kind, receiver }) => ({
        kind: kind as SecurityEventKind,
        receiver,
      })),
    due: async ({ kind, receiver }, max) =>
      (await due.all({ $kind: kind, $receiver: receiver, $now: now(), $max: max })).map(toEvent),
    begin: async ({ eventId, tries }, until) =>
      (await begin.run({ $id: eventId, $tries: tries, $until: until })).changes > 0,
    async delivered(eventId) {
      await end.run(now(), null, null, eventId);
    },
    async failed(eventId, failure, nextAt) {
      await end.run(null, failure, nextAt, eventId);
    },
    async drop(receiver, failure) {
      await drop.run(failure, receiver);
    },
    ofUser: async (userId) => (await ofUser.all(userId)).map(toEvent),
  };
}
