import type { Clock } from '#server/config/deps.ts';
import type { Login, Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The check boxes of the screens (rules 61 and 63). A method whose box is not checked stops being fixed. */
export type CheckBoxes = {
  /** The boxes of the first step; null when it had none. */
  readonly first: {
    readonly tokenCode: TypeCode;
    readonly always: boolean;
    readonly alwaysSend: boolean;
  } | null;
  /** The box of the second step; null when there was no second step. */
  readonly second: { readonly tokenCode: TypeCode; readonly isDefault: boolean } | null;
};

/**
 * A login whose steps are proved and that waits for a new password (rule 188) or for other sign-ins to end (rule
 * 251).
 */
export type HeldLogin = Pick<Login, 'methods' | 'provedAt' | 'steps'> & {
  readonly boxes: CheckBoxes;
  /** The `resumeUrl` of the request that it answers, as the page sent it; empty when it named none. */
  readonly redirect: string;
  /** The remembered browser that replaced the second step (rule 252). */
  readonly remembered?: string;
  /** Whether the person wants this browser to be remembered. */
  readonly remembersBrowser?: boolean;
};

type Subject = { readonly userId: string; readonly clientId: string };

/** Logins held for 10 minutes, by the token of the step that they wait for. */
export interface HeldLogins {
  hold(session: Session, subject: Subject, tokenHash: string, login: HeldLogin): Promise<void>;
  find(session: Session, tokenHash: string): Promise<HeldLogin | null>;
  /** Removes a finished login. */
  end(tokenHash: string): Promise<void>;
}

const HOLD_LIFETIME_MS = 10 * 60_000;

/** Reads a stored login; one of an earlier version may lack the request, or have only the time of its oldest proof. */
const heldLogin = (stored: HeldLogin & { readonly since?: number }): HeldLogin => ({
  ...stored,
  redirect: stored.redirect ?? '',
  provedAt: stored.provedAt ?? stored.methods.map(() => stored.since ?? 0),
});

export function heldLoginsIn(db: Storage, now: Clock): HeldLogins {
  const insert = db.prepare(
    replaceIn('held_logins', ['token_hash'], ['session', 'user_id', 'client_id', 'login', 'held_at']),
  );
  const byToken = db.prepare<TableRow<'held_logins'>>(
    'SELECT login FROM held_logins WHERE token_hash = ? AND session = ? AND held_at > ?',
  );
  const remove = db.prepare('DELETE FROM held_logins WHERE token_hash = ?');
  return {
    async hold(session, { userId, clientId }, tokenHash, login) {
      await insert.run(tokenHash, session.key, userId, clientId, JSON.stringify(login), now());
    },
    async find(session, tokenHash) {
      const row = await byToken.get(tokenHash, session.key, now() - HOLD_LIFETIME_MS);
      return row ? heldLogin(JSON.parse(row.login)) : null;
    },
    async end(tokenHash) {
      await remove.run(tokenHash);
    },
  };
}
