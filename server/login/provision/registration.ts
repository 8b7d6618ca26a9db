import * as v from 'valibot';
import { isKey, publicJwk, thumbprintOf } from '#server/login/device/key.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { AccountStores, FactorStores, Portal, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { checkLicense } from '#server/login/registration/allowed.ts';
import { originOfCheck } from '#server/login/registration/origins.ts';
import { factorIdOf, reportChange } from '#server/login/registration/report-change.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { NewMobileApp, StoredKey } from '#server/storage/repositories/mobile-apps.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { readAppData } from './app-data.ts';
import { wayOfDraft } from './draft-name.ts';
import { decryptJwe } from './jwe.ts';

const MAX_TEXT_LENGTH = 100;

/** A text of an app that tells what it is. */
export const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_TEXT_LENGTH));

/** The registration message of an app, with secrets that the app has generated (docs/device-calls.md). */
const registration = v.pipe(
  v.strictObject({
    data: v.pipe(v.string(), v.maxLength(1024)),
    /** The 6 digits of a typed code; a link that was opened or scanned needs none. */
    otp: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/))),
    uuid: shortText,
    os: shortText,
    appVersion: shortText,
    deviceName: shortText,
    /** Base32 of 20 to 64 bytes: the key of its one-time passwords. */
    secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32,103}$/)),
    /** By which it makes its calls: 256 bits or more in base64url. */
    key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43,128}$/))),
    /** By which it proves its calls and signs its answers, in place of `key` (decision 238). */
    publicKey: v.optional(v.pipe(publicJwk, v.check(isKey))),
  }),
  v.check(({ key, publicKey }) => (key === undefined) !== (publicKey === undefined)),
);

type Registration = v.InferOutput<typeof registration>;

/** How links are refused, here and where they are looked up (decision 48). */
export const LINK_REFUSALS = { expired: 'urlExpired', used: 'urlUsed', unknown: 'urlInvalid' } as const;

const DIGITS = 6;
const PERIOD_SECONDS = 30;

/** How the one-time passwords of an app are made (docs/device-calls.md). */
export const APP_OTP = { digits: DIGITS, period: PERIOD_SECONDS } as const;

async function decryptRegistration(portal: FactorStores, sealed: string): Promise<Registration> {
  const text = decryptJwe(sealed, await portal.provisionKey.privateKey());
  if (text === null) throw new Refusal(400, 'malformed');
  try {
    return v.parse(registration, JSON.parse(text));
  } catch {
    throw new Refusal(400, 'malformed');
  }
}

/** Whose app has the key already. */
async function holderOf(
  { devices: { mobileApps } }: Portal,
  { key, publicKey }: Pick<NewMobileApp, 'key' | 'publicKey'>,
): Promise<string | null> {
  if (publicKey !== undefined) return (await mobileApps.withThumbprint(publicKey.thumbprint))?.userId ?? null;
  return key === undefined ? null : ((await mobileApps.withKey(key))?.userId ?? null);
}

/** The account that the link was issued to. The other values of `data` have to be those that the server issued. */
async function ownerOf(
  { provisionLinks }: FactorStores,
  data: string,
): Promise<{ readonly ak: string; readonly userId: string; readonly draft: string | null }> {
  const appData = readAppData(data);
  if (!appData) throw new Refusal(404, 'urlInvalid');
  const link = await provisionLinks.find(appData.ak);
  if (link.state !== 'open') throw new Refusal(404, LINK_REFUSALS[link.state]);
  if (appData.userId !== link.userId || appData.expiresAt !== link.expiresAt)
    throw new Refusal(404, 'urlInvalid');
  return { ak: appData.ak, userId: link.userId, draft: link.draft };
}

async function accountFor({ accounts, local }: Settings & AccountStores, userId: string): Promise<Account> {
  const account = await accounts.find(userId);
  if (!account) throw new Refusal(404, 'urlInvalid');
  checkUsage(account, local());
  return account;
}

/**
 * Registers the app that a link was opened with, or whose person has typed its code, in place of the one before
 * it, and uses the link up: both or neither. A refused app leaves the link as it was; a wrong `otp` counts.
 * @param address of the phone that makes the call
 * @returns the ID of the person whose app it is now
 * @throws Refusal 404 for a link that is used, expired or not of this server, 400 for what is no
 * registration, an account that may not be used, a licence that does not allow it (013), and a wrong `otp` (005_1).
 */
export async function registerApp(portal: Portal, sealed: string, address: string): Promise<string> {
  const { data, otp = null, publicKey: jwk, ...app } = await decryptRegistration(portal, sealed);
  const { ak, userId, draft } = await ownerOf(portal, data);
  const account = await accountFor(portal, userId);
  const way = wayOfDraft(draft);
  const by = way === null ? null : await originOfCheck(portal, account, way);
  const publicKey: StoredKey | undefined = jwk && { jwk: JSON.stringify(jwk), thumbprint: thumbprintOf(jwk) };
  const entry: NewMobileApp = { ...app, ...APP_OTP, offline: false, ...(publicKey && { publicKey }) };
  const outcome = await portal.registrations.placeAppByLink(userId, entry, { ak, otp, by }, async () => {
    const holder = await holderOf(portal, entry);
    if (holder !== null && holder !== userId) throw new Refusal(400, 'malformed');
    await checkLicense(portal, userId);
  });
  if (outcome === 'wrongOtp') throw new Refusal(400, '005_1');
  if (outcome === 'closed') throw new Refusal(404, 'urlUsed');
  reportChange(portal, {
    account,
    event: 'factor.added',
    kind: FACTOR_TYPES.mobileApp,
    factorId: await factorIdOf(portal, userId, FACTOR_TYPES.mobileApp, app.uuid),
    way: way ?? 'administrator',
    browser: `${app.deviceName} · ${app.os}`,
    address,
  });
  return userId;
}
