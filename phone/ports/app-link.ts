import * as v from 'valibot';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { bytesOfBase64url } from '#phone/keys/encoding.ts';

/** What a registration needs of its link (docs/wire.md). */
export type AppLink = {
  readonly data: string;
  readonly modulus: string;
  readonly exponent: string;
  /** Whose link it is, as `data` says. */
  readonly userId: string;
};

type Ak = { readonly ak: string };

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

/** The values of a link of the app: behind the `#` of its page, or in the query of its scheme. */
function valuesIn(url: URL, origin: string): URLSearchParams | null {
  const isPage = url.origin === origin && url.pathname === '/app/';
  const isScheme = !url.protocol.startsWith('http') && url.host === 'provision';
  const values = isPage ? new URLSearchParams(url.hash.slice(1)) : isScheme ? url.searchParams : null;
  return values?.get('portal') === origin ? values : null;
}

/**
 * Reads what a person has opened, scanned or pasted: an app link, or a link that leads to one by its ak.
 * @param origin of the portal, whose links alone are taken
 */
export function parseLink(text: string, origin: string): AppLink | Ak | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  const values = valuesIn(url, origin);
  const [data, modulus, exponent] = ['data', 'modulus', 'exponent'].map((name) => values?.get(name));
  if (data && modulus && exponent) return withOwner(data, modulus, exponent);
  const isSent = url.origin === origin && url.pathname === '/provisioning';
  const ak = isSent ? url.searchParams.get('ak') : values?.get('ak');
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
  if (link === null) return NOT_OURS;
  return 'ak' in link ? linkOfAk(client, link) : success(link);
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
