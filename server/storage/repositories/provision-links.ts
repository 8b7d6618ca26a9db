import { createHash, createHmac } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { ProvisionKey } from './provision-key.ts';

/** The link that an ak belongs to. */
export type ProvisionLink =
  | {
      readonly state: 'open';
      readonly userId: string;
      readonly expiresAt: number;
      /** The registration that waits for the app; null for a link of the administrator. */
      readonly draft: string | null;
    }
  | { readonly state: 'expired' | 'used' | 'unknown' };

/** How a phone gets the code of the QR step: by scanning the QR code or by typed digits (rule 208). */
export type CodeInput = 'scanned' | 'typed';

/** The 16 digits that identify a registration, and the 6 that prove that the screen was seen. */
export type ProvisionCode = { readonly authCode: string; readonly otp: string };

export interface ProvisionLinks {
  /**
   * A new ak for a person's app; earlier ones become void.
   * @param draft the registration that waits for the app; null for a link of the administrator.
   * @param validMs its lifetime in milliseconds, by default 5 minutes
   */
  issue(userId: string, draft?: string | null, validMs?: number): Promise<string>;
  /** A new code, valid for 30 s as a QR code and for 300 s as digits. */
  issueCode(userId: string, draft: string): Promise<ProvisionCode>;
  /** The ak of a code, also of one that was not issued. */
  akOf(authCode: string, input: CodeInput): Promise<string>;
  /** Finds a link without using it: it may be scanned again, and pages are reloaded (rule 48). */
  find(ak: string): Promise<ProvisionLink>;
  /** Starts the lifetime of a link when it is sent (rule 207). Returns false when it is void. */
  startLifetime(ak: string, userId: string): Promise<boolean>;
  /** Whether an app has registered by a link of this registration. */
  isRegistered(draft: string): Promise<boolean>;
  /** Voids the links of registrations that wait for an app, but not those of administrators. */
  endAwaited(userId: string): Promise<void>;
  /**
   * Uses an open ak and runs `work`, in one transaction; other links of the person become void.
   * @param otp the 6 digits; an ak of typed digits needs them, and five wrong attempts void it.
   */
  spend(ak: string, otp: string | null, work: () => Promise<void>): Promise<'spent' | 'closed' | 'wrongOtp'>;
}

/** Lifetimes of a link and of a QR code (spec section 9). */
const VALID_MS = 5 * 60_000;
const QR_CODE_MS = 30_000;

const MAX_WRONG_OTPS = 5;

/** 128 random bits. */
const AK_BYTES = 16;

const hashOf = (ak: string): Buffer => createHash('sha256').update(ak).digest();

/** The links by which apps are registered, stored as hashes, so that reading the database yields no usable link. */
export function provisionLinksIn(
  db: Storage,
  key: Pick<ProvisionKey, 'privateKey'>,
  now: Clock,
  random: RandomBytes,
): ProvisionLinks {
  const sealed = sealedColumn(db, 'provision_links', 'otp');
  const insert = db.prepare(`
    INSERT INTO provision_links (ak_hash, user_id, expires_at, draft, otp)
    VALUES ($hash, $user, $expiresAt, $draft, $otp)`);
  const voidOthers = db.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL',
  );
  const voidAwaited = db.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND draft IS NOT NULL AND used_at IS NULL',
  );
  const use = db.prepare(`
    UPDATE provision_links SET used_at = $now, registered_at = $now
    WHERE ak_hash = $hash AND used_at IS NULL AND expires_at > $now`);
  const byHash = db.prepare<TableRow<'provision_links'>>('SELECT * FROM provision_links WHERE ak_hash = ?');
  const countWrong = db.prepare(`
    UPDATE provision_links SET wrong_otps = wrong_otps + 1,
      used_at = CASE WHEN wrong_otps + 1 >= ${MAX_WRONG_OTPS} THEN CAST($now AS BIGINT) ELSE used_at END
    WHERE ak_hash = $hash`);
  const startLifetime = db.prepare(`
    UPDATE provision_links SET expires_at = $until
    WHERE ak_hash = $hash AND user_id = $user AND used_at IS NULL AND expires_at > $now`);
  const registered = db.prepare<TableRow<'provision_links'>>(
    'SELECT 1 FROM provision_links WHERE draft = ? AND registered_at IS NOT NULL',
  );

  const digits = (count: number): string =>
    Array.from({ length: count }, () => random(4).readUInt32BE(0) % 10).join('');

  const akOf: ProvisionLinks['akOf'] = async (authCode, input) =>
    createHmac('sha256', (await key.privateKey()).export({ format: 'der', type: 'pkcs8' }))
      .update(`${input} ${authCode}`)
      .digest()
      .subarray(0, AK_BYTES)
      .toString('base64url');

  const add = (ak: string, userId: string, draft: string | null, lifetime: number, otp: string | null) =>
    insert.run({
      $hash: hashOf(ak),
      $user: userId,
      $expiresAt: now() + lifetime,
      $draft: draft,
      $otp: otp === null ? null : sealed.seal(otp),
    });

  const find: ProvisionLinks['find'] = async (ak) => {
    const row = await byHash.get(hashOf(ak));
    if (!row) return { state: 'unknown' };
    const expiresAt = row.expires_at;
    if (row.used_at !== null) return { state: 'used' };
    if (expiresAt <= now()) return { state: 'expired' };
    const draft = row.draft;
    return { state: 'open', userId: row.user_id, expiresAt, draft };
  };

  return {
    issue: (userId, draft = null, validMs = VALID_MS) =>
      db.transaction(async () => {
        const ak = random(AK_BYTES).toString('base64url');
        await voidOthers.run(now(), userId);
        await add(ak, userId, draft, validMs, null);
        return ak;
      }),
    async issueCode(userId, draft) {
      const code = { authCode: digits(16), otp: digits(6) };
      const scanned = await akOf(code.authCode, 'scanned');
      const typed = await akOf(code.authCode, 'typed');
      await db.transaction(async () => {
        await voidOthers.run(now(), userId);
        await add(scanned, userId, draft, QR_CODE_MS, null);
        await add(typed, userId, draft, VALID_MS, code.otp);
      });
      return code;
    },
    akOf,
    find,
    startLifetime: async (ak, userId) =>
      (await startLifetime.run({ $hash: hashOf(ak), $user: userId, $now: now(), $until: now() + VALID_MS }))
        .changes > 0,
    isRegistered: async (draft) => (await registered.get(draft)) !== undefined,
    async endAwaited(userId) {
      await voidAwaited.run(now(), userId);
    },
    spend: (ak, otp, work) =>
      db.transaction(async () => {
        const row = (await find(ak)).state === 'open' ? await byHash.get(hashOf(ak)) : undefined;
        if (!row) return 'closed';
        if (row.otp !== null && !isSameCode(sealed.open(row.otp), otp ?? '')) {
          await countWrong.run({ $hash: hashOf(ak), $now: now() });
          return 'wrongOtp';
        }
        await use.run({ $hash: hashOf(ak), $now: now() });
        await voidOthers.run(now(), row.user_id);
        await work();
        return 'spent';
      }),
  };
}
