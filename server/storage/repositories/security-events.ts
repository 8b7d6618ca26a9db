import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** `logout`: a back-channel logout (OpenID Connect) to a client. `signal`: a Shared Signals event to a receiver. */
export type SecurityEventKind = 'logout' | 'signal';

/** The recipient of events. `receiver` is the id of a client or the name of a receiver, depending on `kind`. */
export type Recipient = { readonly kind: SecurityEventKind; readonly receiver: string };

/** An event to be delivered to a service or a receiver. */
export type SecurityEvent = Recipient & {
  /** For a signal, also its `jti`, which is the same in each delivery. */
  readonly eventId: string;
  /** Empty for an event that is not about a person. */
  readonly userId: string;
  /** The claims of the event's token that describe this event. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** All times are epoch milliseconds. */
  readonly createdAt: number;
  /** How many deliveries were tried. */
  readonly tries: number;
  /** The time of the next delivery; null after a successful delivery or when no further delivery is tried. */
  readonly nextAt: number | null;
  readonly deliveredAt: number | null;
  /** Why the last delivery failed; null when none has failed. */
  readonly failure: string | null;
};

/**
 * The outbox of security events (rule 257). Events are added in the transaction of the change that causes them.
 */
export interface SecurityEvents {
  /**
   * Adds a back-channel logout.
   * @param sid the session id (claim `sid`) that the client has received
   */
  addLogout(clientId: string, userId: string, sid: string): Promise<void>;
  /**
   * Adds an event about a person for each stream that is not disabled and whose receiver has not removed the person.
   */
  addSignal(userId: string, type: string, event: Readonly<Record<string, unknown>>): Promise<void>;
  /** Adds an event about the stream of a receiver. */
  addStreamEvent(receiver: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** The recipients of events that are due. Events of a stream that is not enabled wait. */
  dueRecipients(): Promise<readonly Recipient[]>;
  /** The events of a recipient that are due. */
  findDue(recipient: Recipient, max: number): Promise<readonly SecurityEvent[]>;
  /**
   * Counts a delivery that begins now; returns false when another server has begun this delivery.
   * @param until when the delivery counts as lost and is tried again
   */
  begin(event: SecurityEvent, until: number): Promise<boolean>;
  /** Records that an event was delivered. */
  recordDelivery(eventId: string): Promise<void>;
  /**
   * Records that a delivery has failed.
   * @param nextAt when the delivery is tried again; null for never
   */
  recordFailure(eventId: string, failure: string, nextAt: number | null): Promise<void>;
  /** Gives up the undelivered events of a receiver's stream. */
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

/** The SQL condition of events that are due. */
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
  const selectRecipients = db.prepare<TableRow<'security_events'>>(
    `SELECT DISTINCT kind, receiver FROM security_events WHERE ${IS_DUE}`,
  );
  const selectDue = db.prepare<TableRow<'security_events'>>(`
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
    dueRecipients: async () =>
      (await selectRecipients.all({ $now: now() })).map(({ kind, receiver }) => ({
        kind: kind as SecurityEventKind,
        receiver,
      })),
    findDue: async ({ kind, receiver }, max) =>
      (await selectDue.all({ $kind: kind, $receiver: receiver, $now: now(), $max: max })).map(toEvent),
    begin: async ({ eventId, tries }, until) =>
      (await begin.run({ $id: eventId, $tries: tries, $until: until })).changes > 0,
    async recordDelivery(eventId) {
      await end.run(now(), null, null, eventId);
    },
    async recordFailure(eventId, failure, nextAt) {
      await end.run(null, failure, nextAt, eventId);
    },
    async drop(receiver, failure) {
      await drop.run(failure, receiver);
    },
    ofUser: async (userId) => (await ofUser.all(userId)).map(toEvent),
  };
}
