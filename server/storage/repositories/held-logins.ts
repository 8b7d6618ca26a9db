import type { Clock } from '#server/config/deps.ts';
import type { Login, Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The check boxes of the screens of a login (rules 61 and 63). An unchecked box ends the default of its method. */
export type CheckBoxes = {
  /** The boxes of the first step; null when its screen had none. */
  readonly first: {
    readonly tokenCode: TypeCode;
    /** Whether the method becomes the default method. */
    readonly always: boolean;
    /** Whether its code or push is sent at once from now on. */
    readonly alwaysSend: boolean;
  } | null;
  /** The box of the second step; null when there was no second step. */
  readonly second: { readonly tokenCode: TypeCode; readonly isDefault: boolean } | null;
};

/**
 * A login with proven steps that waits for a new password (rule 188), or for the decision to end other sign-ins (rule
 * 251).
 */
export type HeldLogin = Pick<Login, 'methods' | 'provedAt' | 'steps'> & {
  readonly boxes: CheckBoxes;
  /** The `resumeUrl` of the request that the login answers, as the page sent it; empty when the page sent none. */
  readonly redirect: string;
  /** The id of the remembered browser that replaced the second step (rule 252). */
  readonly remembered?: string;
  /** Whether the person has checked the box to skip the second step in this browser. */
  readonly remembersBrowser?: boolean;
};

type Subject = { readonly userId: string; readonly clientId: string };

/** The held logins, which are valid for 10 minutes. Each is found with the hash of the token for its remaining step. */
export interface HeldLogins {
  /** Stores a login with the hash of the token that it issues for the remaining step. */
  hold(session: Session, subject: Subject, tokenHash: string, login: HeldLogin): Promise<void>;
  find(session: Session, tokenHash: string): Promise<HeldLogin | null>;
  /** Removes a finished login. */
  end(tokenHash: string): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;

/**
 * A login as stored. A login of an earlier version may lack `redirect`, and may have only the time of its oldest proof.
 */
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
      const row = await byToken.get(tokenHash, session.key, now() - LIFETIME_MS);
      return row ? heldLogin(JSON.parse(row.login)) : null;
    },
    async end(tokenHash) {
      await remove.run(tokenHash);
    },
  };
}
