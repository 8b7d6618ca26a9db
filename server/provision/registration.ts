import * as v from 'valibot';
import { Refusal } from '#server/http/refusal.ts';
import { licenseChecks } from '#server/policy/license.ts';
import { usageRefusal } from '#server/policy/usage.ts';
import type { Portal } from '#server/portal.ts';
import { readAppData } from './app-data.ts';
import { openSealed } from './sealed.ts';

const LONGEST = 100;
const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST));

/** What an app says of itself; the secrets are its own making (docs/device-calls.md). */
const registration = v.strictObject({
  data: v.pipe(v.string(), v.maxLength(1024)),
  uuid: shortText,
  os: shortText,
  appVersion: shortText,
  deviceName: shortText,
  /** Base32 of 20 to 64 bytes: the key of its one-time passwords. */
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32,103}$/)),
  /** By which it makes its calls: 256 bits or more in base64url. */
  key: v.pipe(v.string(), v.regex(/^[\w-]{43,128}$/)),
});

type Registration = v.InferOutput<typeof registration>;

/** How links are refused, here and where they are looked up (decision 48). */
export const LINK_REFUSALS = { expired: 'urlExpired', used: 'urlUsed', unknown: 'urlInvalid' } as const;

const DIGITS = 6;
const PERIOD_SECONDS = 30;

function opened(portal: Portal, sealed: string): Registration {
  const text = openSealed(sealed, portal.provisionKey.privateKey());
  if (text === null) throw new Refusal(400, 'malformed');
  try {
    return v.parse(registration, JSON.parse(text));
  } catch {
    throw new Refusal(400, 'malformed');
  }
}

/** Whom the link was issued to. What the data says beside the ak has to be what the server issued. */
function ownerOf({ provisionLinks }: Portal, data: string): { readonly ak: string; readonly userId: string } {
  const told = readAppData(data);
  if (!told) throw new Refusal(404, 'urlInvalid');
  const link = provisionLinks.find(told.ak);
  if (link.state !== 'open') throw new Refusal(404, LINK_REFUSALS[link.state]);
  if (told.userId !== link.userId || told.expiresAt !== link.expiresAt) throw new Refusal(404, 'urlInvalid');
  return { ak: told.ak, userId: link.userId };
}

function refuseWhatMayNotBe({ accounts, config, devices, local }: Portal, userId: string): void {
  const account = accounts.find(userId);
  if (!account) throw new Refusal(404, 'urlInvalid');
  const unusable = usageRefusal(account, local());
  if (unusable) throw new Refusal(400, unusable);
  const checks = licenseChecks(config.licenses, userId, devices.mobileApps, local());
  if (!checks.isCheckExpired) throw new Refusal(400, '013');
  if (!checks.isCheckMax && !devices.mobileApps.of(userId)) throw new Refusal(400, '013_1');
}

/**
 * Registers the app that a link was opened with, in place of the one before it, and uses the link up: both
 * or neither. A refused app leaves the link as it was.
 * @returns the ID of the person whose app it is now
 * @throws Refusal 404 for a link that is used, expired or not of this server, 400 for what is no
 * registration, an account that may not be used, and a licence that does not allow it (013).
 */
export function registerApp(portal: Portal, sealed: string): string {
  const { data, ...app } = opened(portal, sealed);
  const { ak, userId } = ownerOf(portal, data);
  refuseWhatMayNotBe(portal, userId);
  const holder = portal.devices.mobileApps.ownerOf(app.key);
  if (holder !== null && holder !== userId) throw new Refusal(400, 'malformed');
  const entry = { ...app, digits: DIGITS, period: PERIOD_SECONDS, offline: false };
  const isSpent = portal.provisionLinks.spend(ak, () => portal.devices.mobileApps.replace(userId, entry));
  if (!isSpent) throw new Refusal(404, 'urlUsed');
  return userId;
}
