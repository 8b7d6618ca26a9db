import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { caepIn } from './caep.ts';
import { endOfSessionsIn } from './end-of-sessions.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { passwordHistoryIn } from './password-history.ts';
import { type EndedLink, endOfLink } from './password-links.ts';
import { passwordsIn } from './passwords.ts';
import { suspensionsIn } from './suspensions.ts';

/**
 * Why a password is saved. `create`: a first password through a link. `change`: a new password through a link.
 * `forgot`: a forgotten password is replaced. `expiry`: an expired password is replaced.
 */
export type ChangeKind = 'create' | 'change' | 'forgot' | 'expiry';

/** A new password, with the token that allows the person to save it. */
export type PasswordChange = {
  readonly tokenHash: string;
  readonly session: Session;
  readonly userId: string;
  readonly clientId: string;
  readonly kind: ChangeKind;
  /** Hash of the `ak` of the link that is used; null for a change without a link. */
  readonly akHash: string | null;
  /** Hash of the new password. */
  readonly hash: string;
  /** The last day on which the password is valid; null when it does not expire. */
  readonly expiresOn: string | null;
  /** The method of the identity check with which a forgotten password is reset; null for other changes (rule 191). */
  readonly resetMethod: string | null;
  /** The method of the identity check before the change; null when the former password was verified instead. */
  readonly identityCheck: string | null;
};

/** The fact that a password was saved with a token. */
export type PasswordSave = Pick<PasswordChange, 'userId' | 'clientId' | 'kind' | 'akHash'> & {
  /** Whether the password flow has ended. */
  readonly isEnded: boolean;
};

/** Why a password was not saved: the link has ended, or the token is no longer valid. */
type SaveRefusal = EndedLink | 'tokenEnded';

export interface PasswordChanges {
  /**
   * Saves the password, and ends the link, the token and everything temporary of the person, in one transaction. Of two
   * concurrent calls, only one saves.
   */
  save(change: PasswordChange): Promise<'saved' | SaveRefusal>;
  /**
   * Finds the save with a token in this session in the last 10 minutes, also when the session id has just been retired
   * (rule 222).
   */
  findSave(session: Session, tokenHash: string): Promise<PasswordSave | null>;
  /** Records that the password flow of a token has ended. */
  end(tokenHash: string): Promise<void>;
  /** The hashes of a person's former passwords, the newest first. */
  findHistory(userId: string, max: number): Promise<readonly string[]>;
  /** Adds the hashes of former passwords of an imported account, which are given with the newest first. */
  addHistory(userId: string, hashes: readonly string[]): Promise<void>;
  /** Counts a check whether a password was used before; returns false when the token has had `max` checks. */
  countInUseCheck(tokenHash: string, max: number): Promise<boolean>;
}

const SAVE_LIFETIME_MS = 10 * 60_000;

/** Rolls back the transaction of a password that must not be saved. */
class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  readonly reason: SaveRefusal;

  constructor(reason: SaveRefusal) {
    super(reason);
    this.reason = reason;
  }
}

export function passwordChangesIn(
  db: Storage,
  now: Clock,
  knownBrowsers: Pick<KnownBrowsers, 'keyOf'>,
): PasswordChanges {
  const endSessions = endOfSessionsIn(db, now);
  const caep = caepIn(db, now);
  const suspensions = suspensionsIn(db, now);
  const passwords = passwordsIn(db);
  const history = passwordHistoryIn(db);
  const useLink = db.prepare(`
    UPDATE password_links SET ended_at = $now
    WHERE ak_hash = $hash AND ended_at IS NULL AND expires_at > $now`);
  const linkOf = db.prepare<TableRow<'password_links'>>('SELECT * FROM password_links WHERE ak_hash = ?');
  const hasToken = db.prepare<TableRow<'identity_tokens'>>(`
    SELECT 1 FROM identity_tokens WHERE token_hash = $hash AND session = $session AND expires_at > $now
    UNION ALL
    SELECT 1 FROM access_tokens WHERE token_hash = $hash AND session = $session AND expires_at > $now`);
  const insertSave = db.prepare(
    insertInto('password_saves', [
      'token_hash',
      'session',
      'client_id',
      'user_id',
      'kind',
      'ak_hash',
      'saved_at',
    ]),
  );
  const saveOf = db.prepare<TableRow<'password_saves'>>(`
    SELECT * FROM password_saves WHERE token_hash = ? AND session = ? AND saved_at > ?`);
  const endSave = db.prepare('UPDATE password_saves SET ended_at = ? WHERE token_hash = ?');
  const countCheck = db.prepare(`
    INSERT INTO password_reuse_checks (token_hash, checks, first_at) VALUES ($hash, 1, $now)
    ON CONFLICT (token_hash) DO UPDATE SET checks = password_reuse_checks.checks + 1
    WHERE password_reuse_checks.checks < $max
    RETURNING checks`);

  const saveInTransaction = async (change: PasswordChange): Promise<void> => {
    const { tokenHash, session, userId, clientId, kind, akHash, hash, expiresOn, resetMethod } = change;
    const identityCheck =
      change.identityCheck === null ? 'unchanged' : { method: change.identityCheck, at: now() };
    if (akHash !== null && (await useLink.run({ $now: now(), $hash: akHash })).changes === 0) {
      const link = await linkOf.get(akHash);
      throw new NotSavedError((link && endOfLink(link, now())) ?? 'used');
    }
    if (!(await hasToken.get({ $hash: Buffer.from(tokenHash, 'hex'), $session: session.key, $now: now() })))
      throw new NotSavedError('tokenEnded');
    await passwords.replace(userId, { hash, expiresOn, mustChange: false, resetMethod, identityCheck });
    await caep.credentialChanged(userId, 'password', kind === 'create' ? 'create' : 'update');
    await endSessions(userId, await knownBrowsers.keyOf(userId));
    if (kind !== 'expiry') await suspensions.end(userId);
    await insertSave.run(tokenHash, session.key, clientId, userId, kind, akHash, now());
  };

  return {
    async save(change) {
      try {
        await db.transaction(() => saveInTransaction(change));
        return 'saved';
      } catch (error) {
        if (error instanceof NotSavedError) return error.reason;
        throw error;
      }
    },
    async findSave(session, tokenHash) {
      const row = await saveOf.get(tokenHash, session.key, now() - SAVE_LIFETIME_MS);
      return row
        ? {
            userId: row.user_id,
            clientId: row.client_id,
            kind: row.kind as ChangeKind,
            akHash: row.ak_hash,
            isEnded: row.ended_at !== null,
          }
        : null;
    },
    async end(tokenHash) {
      await endSave.run(now(), tokenHash);
    },
    findHistory: history.of,
    addHistory: (userId, former) =>
      db.transaction(async () => {
        for (const hash of former.toReversed()) await history.add(userId, hash);
      }),
    async countInUseCheck(tokenHash, max) {
      return (await countCheck.get({ $hash: tokenHash, $now: now(), $max: max })) !== undefined;
    },
  };
}
