import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { MAX_CLIENT_REQUESTS } from './sealed-sessions.ts';
import type { Session } from './sessions.ts';

/** The requests of client services in a session, one for each client (rule 42). */
export interface SessionRequests {
  /** Id of the newest request; null when the session has none. */
  newestRequest(session: Session): Promise<string | null>;
  /** Id of the client of the newest request, even if the request is finished. */
  newestClient(session: Session): Promise<string | null>;
  /** Id of the request of a client; null when the session has none. */
  requestOf(session: Session, clientId: string): Promise<string | null>;
  record(session: Session, clientId: string, requestId: string): Promise<void>;
}

export function sessionRequestsIn(db: Storage): SessionRequests {
  const sealedRequestIds = sealedColumn(db, 'session_requests', 'request_id');
  const newestRow = db.prepare<TableRow<'session_requests'>>(
    'SELECT request_id, client_id FROM session_requests WHERE session = ? ORDER BY sequence DESC LIMIT 1',
  );
  const rowByClient = db.prepare<TableRow<'session_requests'>>(
    'SELECT request_id FROM session_requests WHERE session = ? AND client_id = ?',
  );
  const insert = db.prepare(`
    INSERT INTO session_requests (session, client_id, request_id, sequence)
    VALUES ($session, $client, $request,
      (SELECT coalesce(max(sequence), 0) + 1 FROM session_requests WHERE session = $session))
    ON CONFLICT (session, client_id) DO UPDATE SET request_id = excluded.request_id, sequence = excluded.sequence`);
  const deleteOldest = db.prepare(`
    DELETE FROM session_requests WHERE session = $session AND sequence NOT IN
      (SELECT sequence FROM session_requests WHERE session = $session ORDER BY sequence DESC LIMIT ${MAX_CLIENT_REQUESTS})`);
  const idOf = (row: Pick<TableRow<'session_requests'>, 'request_id'> | undefined): string | null =>
    row ? sealedRequestIds.open(row.request_id) : null;

  return {
    newestRequest: async (session) => idOf(await newestRow.get(session.key)),
    async newestClient(session) {
      const row = await newestRow.get(session.key);
      return row ? row.client_id : null;
    },
    requestOf: async (session, clientId) => idOf(await rowByClient.get(session.key, clientId)),
    async record(session, clientId, requestId) {
      await insert.run({
        $session: session.key,
        $client: clientId,
        $request: sealedRequestIds.seal(requestId),
      });
      await deleteOldest.run({ $session: session.key });
    },
  };
}
