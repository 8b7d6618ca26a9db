import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import type { Language } from '#lab/web/language.ts';
import { type AppLink, appValues, readAppLink } from './app-link.ts';
import { type PortalAnswer, portalCall } from './portal-call.ts';

type Options = Pick<LabOptions, 'appScheme' | 'portalUrl' | 'portalFetch'>;

const provision = v.object({
  akData: v.string(),
  publicKeyModulus: v.string(),
  publicKeyExponent: v.string(),
});

const schema = v.object({ schema: v.string() });

/** The ak in a link of an SMS or in a scanned QR code; null for any other text. */
function akIn(options: Options, text: string): string | null {
  const url = URL.parse(text.trim());
  const isLink = url?.origin === new URL(options.portalUrl).origin && url.pathname === '/provisioning';
  return (isLink ? url.searchParams : appValues(options, text))?.get('ak') ?? null;
}

/**
 * The app link in an opened or scanned text. For an ak of an SMS or QR code, the rest is requested from the portal. Null
 * for any other text.
 */
export async function linkOf(
  options: Options,
  text: string,
  language: Language,
): Promise<PortalAnswer<AppLink> | null> {
  const link = readAppLink(options, text);
  if (link) return { ok: true, value: link };
  const ak = akIn(options, text);
  if (!ak) return null;
  const path = `/data/check/provision/mobileapp/${encodeURIComponent(ak)}?subdomain=`;
  const portalAnswer = await portalCall(options, { language }, path, provision);
  if (!portalAnswer.ok) return portalAnswer;
  const { akData: data, publicKeyModulus: modulus, publicKeyExponent: exponent } = portalAnswer.value;
  const portal = new URL(options.portalUrl).origin;
  const values = new URLSearchParams({ data, modulus, exponent, portal });
  const requestedLink = readAppLink(options, `${options.appScheme}://provision?${values}`);
  return requestedLink && { ok: true, value: requestedLink };
}

/** The app link of a typed 16-digit code. */
export async function linkOfCode(
  options: Options,
  authCode: string,
  language: Language,
): Promise<PortalAnswer<AppLink> | null> {
  const path = `/data/portal/mobileapp/provision/schema?authCode=${encodeURIComponent(authCode)}`;
  const portalAnswer = await portalCall(options, { language }, path, schema);
  if (!portalAnswer.ok) return portalAnswer;
  const link = readAppLink(options, portalAnswer.value.schema);
  return link && { ok: true, value: link };
}
