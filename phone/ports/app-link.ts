import * as v from 'valibot';
import type { ReadText } from '#machines/phone/phone.types.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { bytesOfBase64url } from '#phone/keys/encoding.ts';
import { APP_PATH } from '#wire/phone-app.ts';

/** What a registration needs of its link (docs/wire.md). */
export type AppLink = {
  readonly data: string;
  readonly modulus: string;
  readonly exponent: string;
  /** Whose link it is, as `data` says. */
  readonly userId: string;
};

type Ak = { readonly ak: string };

/** The QR code of a login. */
type LoginCode = { readonly qrId: string };

/** The origin of another portal, whose app is another one. */
type OtherPortal = { readonly portal: string };

const provision = v.object({
  akData: v.string(),
  publicKeyModulus: v.string(),
  publicKeyExponent: v.string(),
});

const schemaAnswer = v.object({ schema: v.string() });

const owned = v.object({ userId: v.string() });

const NOT_OURS = failed({ kind: 'rejected', status: 404, code: 'urlInvalid', message: '', details: {} });

function ownerOf(data: string): string | null {
  try {
    return v.parse(owned, JSON.parse(new TextDecoder().decode(bytesOfBase64url(data)))).userId;
  } catch {
    return null;
  }
}

function withOwner(data: string, modulus: string, exponent: string): AppLink | null {
  const userId = ownerOf(data);
  return userId === null ? null : { data, modulus, exponent, userId };
}

/** Where a link leads in an app, of whichever portal. */
type Opened = {
  readonly portal: string;
  readonly place: 'provision' | 'qr';
  readonly values: URLSearchParams;
};

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Reads a link of the web app, of a message, or of an app with a scheme. */
function opened(url: URL): Opened | null {
  if (isWeb(url) && url.pathname === '/provisioning') {
    return { portal: url.origin, place: 'provision', values: url.searchParams };
  }
  if (isWeb(url) && url.pathname === APP_PATH) {
    const values = new URLSearchParams(url.hash.slice(1));
    const portal = values.get('portal') ?? url.origin;
    return portal === url.origin ? { portal, place: values.has('id') ? 'qr' : 'provision', values } : null;
  }
  const portal = url.searchParams.get('portal');
  if (isWeb(url) || portal === null || !URL.canParse(portal) || !isWeb(new URL(portal))) return null;
  const place = url.host;
  return place === 'provision' || place === 'qr' ? { portal, place, values: url.searchParams } : null;
}

/**
 * Reads what a person has opened, scanned or pasted: an app link, a link that leads to one by its ak, or the code of a
 * login.
 * @param origin of the portal, whose links alone are taken
 */
export function parseLink(text: string, origin: string): AppLink | Ak | LoginCode | OtherPortal | null {
  const url = URL.parse(text.trim());
  const link = url && opened(url);
  if (!link) return null;
  const { portal, place, values } = link;
  const [data, modulus, exponent, ak, qrId] = ['data', 'modulus', 'exponent', 'ak', 'id'].map((name) =>
    values.get(name),
  );
  const isAny = place === 'qr' ? qrId : data || ak;
  if (!isAny) return null;
  if (portal !== origin) return { portal: new URL(portal).origin };
  if (place === 'qr') return qrId ? { qrId } : null;
  if (data && modulus && exponent) return withOwner(data, modulus, exponent);
  return ak ? { ak } : null;
}

async function linkOfAk(client: PhoneClient, { ak }: Ak): Promise<Result<AppLink>> {
  const path = `/data/check/provision/mobileapp/${encodeURIComponent(ak)}?subdomain=`;
  const answer = await client.call({ method: 'GET', path, schema: provision });
  if (!answer.ok) return answer;
  const { akData, publicKeyModulus, publicKeyExponent } = answer.value;
  const link = withOwner(akData, publicKeyModulus, publicKeyExponent);
  return link ? success(link) : NOT_OURS;
}

/** The link behind a text; a failure for a link of something else. */
export async function linkOfText(
  client: PhoneClient,
  text: string,
  origin: string,
): Promise<Result<AppLink>> {
  const link = parseLink(text, origin);
  if (link === null || 'qrId' in link || 'portal' in link) return NOT_OURS;
  return 'ak' in link ? linkOfAk(client, link) : success(link);
}

/** What an opened or scanned text is for; of a link that holds an ak alone, the portal tells the owner. */
export async function readText(client: PhoneClient, text: string, origin: string): Promise<ReadText> {
  const link = parseLink(text, origin);
  if (link === null) return { kind: 'foreign' };
  if ('portal' in link) return { kind: 'otherPortal', portal: link.portal };
  if ('qrId' in link) return { kind: 'login', qrId: link.qrId };
  if ('userId' in link) return { kind: 'registration', userId: link.userId };
  const answer = await linkOfAk(client, link);
  return answer.ok
    ? { kind: 'registration', userId: answer.value.userId }
    : { kind: 'failed', failure: answer.failure };
}

/** The link behind the 16 digits that the portal shows. */
export async function linkOfDigits(
  client: PhoneClient,
  authCode: string,
  origin: string,
): Promise<Result<AppLink>> {
  const path = `/data/portal/mobileapp/provision/schema?authCode=${encodeURIComponent(authCode)}`;
  const answer = await client.call({ method: 'GET', path, schema: schemaAnswer });
  return answer.ok ? linkOfText(client, answer.value.schema, origin) : answer;
}
