import * as v from 'valibot';
import { isValidKey, publicJwk, thumbprintOf } from '#server/login/device/key.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { AccountStores, FactorStores, Portal, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import { checkLicense } from '#server/login/registration/checks.ts';
import { factorIdOf, reportChange } from '#server/login/registration/report-change.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { NewMobileApp, StoredKey } from '#server/storage/repositories/mobile-apps.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { readAppData } from './app-data.ts';
import { identityMethodOfDraft } from './draft-name.ts';
import { decryptJwe } from './jwe.ts';

const MAX_TEXT_LENGTH = 100;

/** A short text about the app or the phone, such as the version of the app. */
export const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TEXT_LENGTH));

/** The registration message of an app, with secrets that the app has generated (docs/device-calls.md). */
const registrationMessage = v.pipe(
  v.strictObject({
    data: v.pipe(v.string(), v.maxLength(1024)),
    /** The last 6 digits of a typed registration code; absent when the app opened or scanned a link. */
    otp: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/))),
    uuid: shortText,
    os: shortText,
    appVersion: shortText,
    deviceName: shortText,
    /** The secret of the app's one-time passwords: 20 to 64 bytes in base32. */
    secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32,103}$/)),
    /** The bearer key of the app's calls: at least 256 bits in base64url. */
    key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43,128}$/))),
    /** The key that verifies the app's proofs of possession and signed answers, instead of `key` (rule 238). */
    publicKey: v.optional(v.pipe(publicJwk, v.check(isValidKey))),
  }),
  v.check(({ key, publicKey }) => (key === undefined) !== (publicKey === undefined)),
);

type Registration = v.InferOutput<typeof registrationMessage>;

/** The error codes of links that cannot be used (rule 48). */
export const APP_LINK_ERRORS = { expired: 'urlExpired', used: 'urlUsed', unknown: 'urlInvalid' } as const;

const DIGITS = 6;
const PERIOD_SECONDS = 30;

/** The format of an app's one-time passwords (docs/device-calls.md). */
export const APP_OTP = { digits: DIGITS, period: PERIOD_SECONDS } as const;

async function decryptRegistration(portal: FactorStores, jwe: string): Promise<Registration> {
  const text = decryptJwe(jwe, await portal.provisionKey.privateKey());
  if (text === null) throw new Refusal(400, 'malformed');
  try {
    return v.parse(registrationMessage, JSON.parse(text));
  } catch {
    throw new Refusal(400, 'malformed');
  }
}

/** The id of the user whose app already has the key; null for a new key. */
async function userWithKey(
  { devices: { mobileApps } }: Portal,
  { key, publicKey }: Pick<NewMobileApp, 'key' | 'publicKey'>,
): Promise<string | null> {
  if (publicKey !== undefined)
    return (await mobileApps.findByThumbprint(publicKey.thumbprint))?.userId ?? null;
  return key === undefined ? null : ((await mobileApps.findByKey(key))?.userId ?? null);
}

/**
 * The stored link of the parameter `data`, with the person to whom it was issued.
 * @throws Refusal 404 when the link cannot be used, or a value of `data` differs from the stored link
 */
async function requireOpenLink(
  { provisionLinks }: FactorStores,
  data: string,
): Promise<{ readonly ak: string; readonly userId: string; readonly draft: string | null }> {
  const appData = readAppData(data);
  if (!appData) throw new Refusal(404, 'urlInvalid');
  const link = await provisionLinks.find(appData.ak);
  if (link.state !== 'open') throw new Refusal(404, APP_LINK_ERRORS[link.state]);
  if (appData.userId !== link.userId || appData.expiresAt !== link.expiresAt)
    throw new Refusal(404, 'urlInvalid');
  return { ak: appData.ak, userId: link.userId, draft: link.draft };
}

/** @throws Refusal when the account does not exist or may not be used now */
async function requireUsableAccount(
  { accounts, localTime }: Settings & AccountStores,
  userId: string,
): Promise<Account> {
  const account = await accounts.find(userId);
  if (!account) throw new Refusal(404, 'urlInvalid');
  checkUsage(account, localTime());
  return account;
}

/**
 * Registers an app with a link or a typed code, replaces the person's former app, and uses the link up, in one
 * transaction. After a refusal the link remains valid; a wrong `otp` is counted.
 * @param address the IP address of the phone
 * @returns the id of the user
 * @throws Refusal 404 for a link that is used, expired or not of this server; Refusal 400 for a malformed registration,
 * an account that may not be used, an exhausted or expired licence (013 family), or a wrong `otp` (005_1)
 */
export async function registerApp(portal: Portal, jwe: string, address: string): Promise<string> {
  const { data, otp = null, publicKey: jwk, ...app } = await decryptRegistration(portal, jwe);
  const { ak, userId, draft } = await requireOpenLink(portal, data);
  const account = await requireUsableAccount(portal, userId);
  const checkMethod = identityMethodOfDraft(draft);
  const identityCheck =
    checkMethod === null ? null : await recordedIdentityCheck(portal, account, checkMethod);
  const publicKey: StoredKey | undefined = jwk && { jwk: JSON.stringify(jwk), thumbprint: thumbprintOf(jwk) };
  const newApp: NewMobileApp = { ...app, ...APP_OTP, offline: false, ...(publicKey && { publicKey }) };
  const outcome = await portal.registrations.replaceAppByLink(
    userId,
    newApp,
    { ak, otp, identityCheck },
    async () => {
      const userOfKey = await userWithKey(portal, newApp);
      if (userOfKey !== null && userOfKey !== userId) throw new Refusal(400, 'malformed');
      await checkLicense(portal, userId);
    },
  );
  if (outcome === 'wrongOtp') throw new Refusal(400, '005_1');
  if (outcome === 'closed') throw new Refusal(404, 'urlUsed');
  reportChange(portal, {
    account,
    event: 'factor.added',
    kind: FACTOR_TYPES.mobileApp,
    factorId: await factorIdOf(portal, userId, FACTOR_TYPES.mobileApp, app.uuid),
    way: checkMethod ?? 'administrator',
    browser: `${app.deviceName} · ${app.os}`,
    address,
  });
  return userId;
}
