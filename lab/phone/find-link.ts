import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Language } from '#lab/web/language.ts';
import { type AppLink, appLinkValues, readAppLink } from './app-link.ts';
import { callPortal, type PortalAnswer } from './portal-call.ts';

type Options = Pick<LabOptions, 'appScheme' | 'portalUrl' | 'portalFetch'>;

/** The answer to an `ak`: the values of the app link. */
const provisionAnswer = v.object({
  akData: v.string(),
  publicKeyModulus: v.string(),
  publicKeyExponent: v.string(),
});

/** The answer to a typed registration code; `schema` is the complete app link. */
const schemaAnswer = v.object({ schema: v.string() });

/** The `ak` (secret) in a link of an SMS or in a scanned QR code; null for any other text. */
function akIn(options: Options, text: string): string | null {
  const url = URL.parse(text.trim());
  const isSmsLink = url?.origin === new URL(options.portalUrl).origin && url.pathname === '/provisioning';
  return (isSmsLink ? url.searchParams : appLinkValues(options, text))?.get('ak') ?? null;
}

/**
 * Finds the app link in an opened or scanned text. When the text contains only an `ak`, as in an SMS or a QR code, the other
 * values are requested from the portal. Null for any other text.
 */
export async function findAppLink(
  options: Options,
  text: string,
  language: Language,
): Promise<PortalAnswer<AppLink> | null> {
  const link = readAppLink(options, text);
  if (link) return { ok: true, value: link };
  const ak = akIn(options, text);
  if (!ak) return null;
  const path = `/data/check/provision/mobileapp/${encodeURIComponent(ak)}?subdomain=`;
  const portalAnswer = await callPortal(options, { language }, path, provisionAnswer);
  if (!portalAnswer.ok) return portalAnswer;
  const { akData: data, publicKeyModulus: modulus, publicKeyExponent: exponent } = portalAnswer.value;
  const portal = new URL(options.portalUrl).origin;
  const values = new URLSearchParams({ data, modulus, exponent, portal });
  const requestedLink = readAppLink(options, `${options.appScheme}://provision?${values}`);
  return requestedLink && { ok: true, value: requestedLink };
}

/** Requests the app link for a typed registration code of 16 digits. Null when the portal's answer contains no app link. */
export async function findAppLinkByCode(
  options: Options,
  authCode: string,
  language: Language,
): Promise<PortalAnswer<AppLink> | null> {
  const path = `/data/portal/mobileapp/provision/schema?authCode=${encodeURIComponent(authCode)}`;
  const portalAnswer = await callPortal(options, { language }, path, schemaAnswer);
  if (!portalAnswer.ok) return portalAnswer;
  const link = readAppLink(options, portalAnswer.value.schema);
  return link && { ok: true, value: link };
}
