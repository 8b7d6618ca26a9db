import { createHash, createHmac } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { ProvisionKey } from './provision-key.ts';

/** The state of a link for registering an app. */
export type ProvisionLink =
  | {
      readonly state: 'open';
      readonly userId: string;
      readonly expiresAt: number;
      /** The id of the registration that waits for the app; null for a link that an administrator has issued. */
      readonly draft: string | null;
    }
  | { readonly state: 'expired' | 'used' | 'unknown' };

/** How the phone gets a registration code: the person scans a QR code or types the digits (rule 208). */
export type CodeInput = 'scanned' | 'typed';

/**
 * A registration code: 16 digits that identify the registration, and 6 digits that prove that the person sees the
 * screen.
 */
export type ProvisionCode = { readonly authCode: string; readonly otp: string };

/** The links with which apps are registered. Their secrets (`ak`) are stored as hashes. */
export interface ProvisionLinks {
  /**
   * Issues a link for a person's app and returns its secret; earlier links of the person become invalid.
   * @param draft the id of the registration that waits for the app; null for a link of an administrator
   * @param validMs the lifetime in milliseconds, by default 5 minutes
   */
  issue(userId: string, draft?: string | null, validMs?: number): Promise<string>;
  /** Issues a registration code, which is valid for 30 s as a QR code and for 300 s when typed. */
  issueCode(userId: string, draft: string): Promise<ProvisionCode>;
  /** The secret of the link that belongs to a registration code, even if no such code was issued. */
  akOf(authCode: string, input: CodeInput): Promise<string>;
  /** Finds a link without using it, because a code may be scanned again and a page reloaded (rule 48). */
  find(ak: string): Promise<ProvisionLink>;
  /** Starts the lifetime of a link again when it is sent (rule 207). Returns false when the link is invalid. */
  restartLifetime(ak: string, userId: string): Promise<boolean>;
  /** Whether an app has registered through a link of a registration. */
  isRegistered(draft: string): Promise<boolean>;
  /** Ends the links of a person's registrations that wait for an app, but not links of administrators. */
  endRegistrationLinks(userId: string): Promise<void>;
  /**
   * Marks an open link as used and runs `work`, in one transaction; other links of the person become invalid.
   * @param otp the 6 digits of the code. The link of a typed code requires them; five wrong values end the link.
   * @returns `closed`: the link is not open; `wrongOtp`: `otp` is wrong. In both cases, `work` has not run.
   */
  consume(
    ak: string,
    otp: string | null,
    work: () => Promise<void>,
  ): Promise<'spent' | 'closed' | 'wrongOtp'>;
}

/** Lifetime of a link (spec section 9). */
const LINK_LIFETIME_MS = 5 * 60_000;
/** Lifetime of a QR code (spec section 9). */
const QR_CODE_LIFETIME_MS = 30_000;

const MAX_WRONG_OTPS = 5;

/** 128 random bits. */
const AK_BYTES = 16;

const hashOf = (ak: string): Buffer => createHash('sha256').update(ak).digest();

/** @param key its private key derives the secrets of links from registration codes */
export function provisionLinksIn(
  db: Storage,
  key: Pick<ProvisionKey, 'privateKey'>,
  now: Clock,
  random: RandomBytes,
): ProvisionLinks {
  const sealedOtps = sealedColumn(db, 'provision_links', 'otp');
  const insert = db.prepare(`
    INSERT INTO provision_links (ak_hash, user_id, expires_at, draft, otp)
    VALUES ($hash, $user, $expiresAt, $draft, $otp)`);
  const endLinks = db.prepare('UPDATE provision_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL');
  const endRegistrationLinks = db.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND draft IS NOT NULL AND used_at IS NULL',
  );
  const markUsed = db.prepare(`
    UPDATE provision_links SET used_at = $now, registered_at = $now
    WHERE ak_hash = $hash AND used_at IS NULL AND expires_at > $now`);
  const byHash = db.prepare<TableRow<'provision_links'>>('SELECT * FROM provision_links WHERE ak_hash = ?');
  const countWrong = db.prepare(`
    UPDATE provision_links SET wrong_otps = wrong_otps + 1,
      used_at = CASE WHEN wrong_otps + 1 >= ${MAX_WRONG_OTPS} THEN CAST($now AS BIGINT) ELSE used_at END
    WHERE ak_hash = $hash`);
  const restartLifetime = db.prepare(`
    UPDATE provision_links SET expires_at = $until
    WHERE ak_hash = $hash AND user_id = $user AND used_at IS NULL AND expires_at > $now`);
  const findRegistered = db.prepare<TableRow<'provision_links'>>(
    'SELECT 1 FROM provision_links WHERE draft = ? AND registered_at IS NOT NULL',
  );

  const randomDigits = (count: number): string =>
    Array.from({ length: count }, () => random(4).readUInt32BE(0) % 10).join('');

  const akOf: ProvisionLinks['akOf'] = async (authCode, input) =>
    createHmac('sha256', (await key.privateKey()).export({ format: 'der', type: 'pkcs8' }))
      .update(`${input} ${authCode}`)
      .digest()
      .subarray(0, AK_BYTES)
      .toString('base64url');

  const add = (ak: string, userId: string, draft: string | null, lifetimeMs: number, otp: string | null) =>
    insert.run({
      $hash: hashOf(ak),
      $user: userId,
      $expiresAt: now() + lifetimeMs,
      $draft: draft,
      $otp: otp === null ? null : sealedOtps.seal(otp),
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
    issue: (userId, draft = null, validMs = LINK_LIFETIME_MS) =>
      db.transaction(async () => {
        const ak = random(AK_BYTES).toString('base64url');
        await endLinks.run(now(), userId);
        await add(ak, userId, draft, validMs, null);
        return ak;
      }),
    async issueCode(userId, draft) {
      const code = { authCode: randomDigits(16), otp: randomDigits(6) };
      const scannedAk = await akOf(code.authCode, 'scanned');
      const typedAk = await akOf(code.authCode, 'typed');
      await db.transaction(async () => {
        await endLinks.run(now(), userId);
        await add(scannedAk, userId, draft, QR_CODE_LIFETIME_MS, null);
        await add(typedAk, userId, draft, LINK_LIFETIME_MS, code.otp);
      });
      return code;
    },
    akOf,
    find,
    restartLifetime: async (ak, userId) =>
      (
        await restartLifetime.run({
          $hash: hashOf(ak),
          $user: userId,
          $now: now(),
          $until: now() + LINK_LIFETIME_MS,
        })
      ).changes > 0,
    isRegistered: async (draft) => (await findRegistered.get(draft)) !== undefined,
    async endRegistrationLinks(userId) {
      await endRegistrationLinks.run(now(), userId);
    },
    consume: (ak, otp, work) =>
      db.transaction(async () => {
        const row = (await find(ak)).state === 'open' ? await byHash.get(hashOf(ak)) : undefined;
        if (!row) return 'closed';
        if (row.otp !== null && !isSameCode(sealedOtps.open(row.otp), otp ?? '')) {
          await countWrong.run({ $hash: hashOf(ak), $now: now() });
          return 'wrongOtp';
        }
        await markUsed.run({ $hash: hashOf(ak), $now: now() });
        await endLinks.run(now(), row.user_id);
        await work();
        return 'spent';
      }),
  };
}
