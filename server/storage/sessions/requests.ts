import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { MAX_REQUESTS } from './sealed-sessions.ts';
import type { Session } from './sessions.ts';

/** The requests that client services began in a session: one per client, the newest is current (rule 42). */
export interface SessionRequests {
  /** Id of the newest request. */
  current(session: Session): Promise<string | null>;
  /** The client of the newest request, also of a finished one. */
  newestClient(session: Session): Promise<string | null>;
  of(session: Session, clientId: string): Promise<string | null>;
  record(session: Session, clientId: string, requestId: string): Promise<void>;
}

export function sessionRequestsIn(db: Storage): SessionRequests {
  const sealed = sealedColumn(db, 'session_requests', 'request_id');
  const newest = db.prepare<TableRow<'session_requests'>>(
    'SELECT request_id, client_id FROM session_requests WHERE session = ? ORDER BY turn DESC LIMIT 1',
  );
  const byClient = db.prepare<TableRow<'session_requests'>>(
    'SELECT request_id FROM session_requests WHERE session = ? AND client_id = ?',
  );
  const insert = db.prepare(`
    INSERT INTO session_requests (session, client_id, request_id, turn)
    VALUES ($session, $client, $request,
      (SELECT coalesce(max(turn), 0) + 1 FROM session_requests WHERE session = $session))
    ON CONFLICT (session, client_id) DO UPDATE SET request_id = excluded.request_id, turn = excluded.turn`);
  const keepNewest = db.prepare(`
    DELETE FROM session_requests WHERE session = $session AND turn NOT IN
      (SELECT turn FROM session_requests WHERE session = $session ORDER BY turn DESC LIMIT ${MAX_REQUESTS})`);
  const idOf = (row: Pick<TableRow<'session_requests'>, 'request_id'> | undefined): string | null =>
    row ? sealed.open(row.request_id) : null;

  return {
    current: async (session) => idOf(await newest.get(session.key)),
    async newestClient(session) {
      const row = await newest.get(session.key);
      return row ? row.client_id : null;
    },
    of: async (session, clientId) => idOf(await byClient.get(session.key, clientId)),
    async record(session, clientId, requestId) {
      await insert.run({ $session: session.key, $client: clientId, $request: sealed.seal(requestId) });
      await keepNewest.run({ $session: session.key });
    },
  };
}
