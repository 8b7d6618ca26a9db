import * as v from 'valibot';
import type { ScannedText } from '#machines/phone/phone.types.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { bytesOfBase64url } from '#phone/keys/encoding.ts';
import { APP_PATH } from '#wire/phone-app.ts';

/** The values of a link that registers the app (docs/wire.md). */
export type AppLink = {
  readonly data: string;
  /** Modulus of the portal's public key, in base64url. */
  readonly modulus: string;
  /** Exponent of the portal's public key, in base64url. */
  readonly exponent: string;
  /** The user ID of the person for whom the link was issued, which is part of `data`. */
  readonly userId: string;
};

/** A link that contains only a secret (ak), with which the app fetches the other values from the portal. */
type AkLink = { readonly ak: string };

/** The content of the QR code of a sign-in. */
type LoginCode = { readonly qrId: string };

/** A link of another portal, with the origin of this portal. */
type OtherPortalLink = { readonly portal: string };

const provisionSchema = v.object({
  akData: v.string(),
  publicKeyModulus: v.string(),
  publicKeyExponent: v.string(),
});

const linkSchema = v.object({ schema: v.string() });

const ownerSchema = v.object({ userId: v.string() });

const INVALID_LINK = failed({ kind: 'rejected', status: 404, code: 'urlInvalid', message: '', details: {} });

/** The user ID in the `data` of a link; null if the data are invalid. */
function ownerOf(data: string): string | null {
  try {
    return v.parse(ownerSchema, JSON.parse(new TextDecoder().decode(bytesOfBase64url(data)))).userId;
  } catch {
    return null;
  }
}

/** Null if the user ID cannot be read from `data`. */
function toAppLink(data: string, modulus: string, exponent: string): AppLink | null {
  const userId = ownerOf(data);
  return userId === null ? null : { data, modulus, exponent, userId };
}

/** A link of this or another portal, before its values are checked. */
type ParsedUrl = {
  readonly portal: string;
  readonly kind: 'provision' | 'qr';
  readonly values: URLSearchParams;
};

const isWebUrl = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/**
 * Parses a link to the web app, a link to the page `/provisioning` of a portal, or a link with the scheme of a native
 * app. Returns null for any other link.
 */
function parseUrl(url: URL): ParsedUrl | null {
  if (isWebUrl(url) && url.pathname === '/provisioning') {
    return { portal: url.origin, kind: 'provision', values: url.searchParams };
  }
  if (isWebUrl(url) && url.pathname === APP_PATH) {
    const values = new URLSearchParams(url.hash.slice(1));
    const portal = values.get('portal') ?? url.origin;
    return portal === url.origin ? { portal, kind: values.has('id') ? 'qr' : 'provision', values } : null;
  }
  const portal = url.searchParams.get('portal');
  if (isWebUrl(url) || portal === null || !URL.canParse(portal) || !isWebUrl(new URL(portal))) return null;
  const kind = url.host;
  return kind === 'provision' || kind === 'qr' ? { portal, kind, values: url.searchParams } : null;
}

/**
 * Parses the text of a link that a person has opened, scanned or pasted. Returns null for a text that the app cannot use.
 * @param origin origin of the portal to which the app belongs
 */
export function parseLink(
  text: string,
  origin: string,
): AppLink | AkLink | LoginCode | OtherPortalLink | null {
  const url = URL.parse(text.trim());
  const link = url && parseUrl(url);
  if (!link) return null;
  const { portal, kind, values } = link;
  const [data, modulus, exponent, ak, qrId] = ['data', 'modulus', 'exponent', 'ak', 'id'].map((name) =>
    values.get(name),
  );
  const requiredValue = kind === 'qr' ? qrId : data || ak;
  if (!requiredValue) return null;
  if (portal !== origin) return { portal: new URL(portal).origin };
  if (kind === 'qr') return qrId ? { qrId } : null;
  if (data && modulus && exponent) return toAppLink(data, modulus, exponent);
  return ak ? { ak } : null;
}

/** Fetches the values of a link that contains only an ak. */
async function fetchLinkOfAk(client: PhoneClient, { ak }: AkLink): Promise<Result<AppLink>> {
  const path = `/data/check/provision/mobileapp/${encodeURIComponent(ak)}?subdomain=`;
  const answer = await client.call({ method: 'GET', path, schema: provisionSchema });
  if (!answer.ok) return answer;
  const { akData, publicKeyModulus, publicKeyExponent } = answer.value;
  const link = toAppLink(akData, publicKeyModulus, publicKeyExponent);
  return link ? success(link) : INVALID_LINK;
}

/** Reads the registration link in a text; returns a failure for any other text. */
export async function readRegistrationLink(
  client: PhoneClient,
  text: string,
  origin: string,
): Promise<Result<AppLink>> {
  const link = parseLink(text, origin);
  if (link === null || 'qrId' in link || 'portal' in link) return INVALID_LINK;
  return 'ak' in link ? fetchLinkOfAk(client, link) : success(link);
}

/** Classifies an opened or scanned text. For a link that contains only an ak, the portal is called. */
export async function classifyText(client: PhoneClient, text: string, origin: string): Promise<ScannedText> {
  const link = parseLink(text, origin);
  if (link === null) return { kind: 'noLink' };
  if ('portal' in link) return { kind: 'otherPortal', portal: link.portal };
  if ('qrId' in link) return { kind: 'login', qrId: link.qrId };
  if ('userId' in link) return { kind: 'registration', userId: link.userId };
  const answer = await fetchLinkOfAk(client, link);
  return answer.ok
    ? { kind: 'registration', userId: answer.value.userId }
    : { kind: 'failed', failure: answer.failure };
}

/** Fetches the registration link for a registration code: the 16 digits that the portal shows. */
export async function fetchLinkOfRegistrationCode(
  client: PhoneClient,
  authCode: string,
  origin: string,
): Promise<Result<AppLink>> {
  const path = `/data/portal/mobileapp/provision/schema?authCode=${encodeURIComponent(authCode)}`;
  const answer = await client.call({ method: 'GET', path, schema: linkSchema });
  return answer.ok ? readRegistrationLink(client, answer.value.schema, origin) : answer;
}
