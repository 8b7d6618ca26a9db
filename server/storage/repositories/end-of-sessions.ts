import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { caepIn } from './caep.ts';

/**
 * Returns a function that ends everything temporary of a person (rule 189): logins of the portal, tokens, passed checks,
 * pending pushes, QR codes, sent codes, known and remembered browsers, sessions of the help desk, and open links to set
 * a password or to register an app. It also queues an event for the receivers of Shared Signals. It has to be called in
 * the transaction of the change that causes the end.
 *
 * Its parameter `remainingBrowser` is the key of a browser that stays known; null for none.
 */
export function endOfSessionsIn(
  db: Storage,
  now: Clock,
): (userId: string, remainingBrowser?: string | null) => Promise<void> {
  const endLogins = db.prepare(`
    UPDATE sessions SET login_user = NULL, login_methods = NULL, login_method_times = NULL, login_steps = NULL, login_at = NULL
    WHERE login_user = ?`);
  const clearProofs = db.prepare(`
    UPDATE proofs SET password_at = NULL, first_methods = NULL, first_method_times = NULL, first_code = NULL, first_at = NULL
    WHERE user_id = ?`);
  const deleteStatements = [
    'access_tokens',
    'identity_tokens',
    'passed_checks',
    'sent_codes',
    'qr_logins',
    'passkey_challenges',
    'held_logins',
    'desk_sessions',
    'remembered_browsers',
  ].map((table) => db.prepare(`DELETE FROM ${table} WHERE user_id = ?`));
  const deleteDecidedQrLogins = db.prepare('DELETE FROM qr_logins WHERE decided_by = ?');
  const withdrawPushes = db.prepare(`
    UPDATE pushes SET state = 'withdrawn' WHERE user_id = ? AND state IN ('pending', 'approved')
      AND (state = 'approved' OR expires_at > ?)`);
  const endPasswordLinks = db.prepare(
    'UPDATE password_links SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL AND expires_at > ?',
  );
  const endAppLinks = db.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL AND expires_at > ?',
  );
  const deleteKnownBrowsers = db.prepare(
    'DELETE FROM known_browsers WHERE user_id = ? AND browser_hash <> ?',
  );
  const caep = caepIn(db, now);
  return async (userId, remainingBrowser = null) => {
    for (const statement of [endLogins, clearProofs, deleteDecidedQrLogins, ...deleteStatements])
      await statement.run(userId);
    await deleteKnownBrowsers.run(userId, remainingBrowser ?? '');
    await withdrawPushes.run(userId, now());
    for (const statement of [endPasswordLinks, endAppLinks]) await statement.run(now(), userId, now());
    await caep.sessionRevoked(userId);
  };
}
