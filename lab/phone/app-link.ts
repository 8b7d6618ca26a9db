import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { webAppAddress } from '#wire/app-links.ts';

/** Values of a link that registers an app (docs/wire.md). */
export type AppLink = {
  /** The data of the registration, encoded by the portal. */
  readonly data: string;
  /** `modulus` and `exponent`: the RSA key with which the app encrypts the registration. */
  readonly modulus: string;
  readonly exponent: string;
  /** ID of the account, from `data`. */
  readonly userId: string;
};

const appLinkData = v.object({ userId: v.string() });

/** The user ID in the data of an app link; null when the data are not valid. */
function userIdIn(data: string): string | null {
  try {
    const parsed = v.safeParse(appLinkData, JSON.parse(Buffer.from(data, 'base64url').toString()));
    return parsed.success ? parsed.output.userId : null;
  } catch {
    return null;
  }
}

/**
 * The values of a link of the portal that opens a native app (with its scheme) or the web app. Null for any other text.
 */
export function appLinkValues(
  { appScheme, portalUrl }: Pick<LabOptions, 'appScheme' | 'portalUrl'>,
  text: string,
): URLSearchParams | null {
  const { origin } = new URL(portalUrl);
  const linkText = text.trim();
  const webAppStart = `${webAppAddress(origin)}#`;
  if (linkText.startsWith(webAppStart)) return new URLSearchParams(linkText.slice(webAppStart.length));
  const [start, query = ''] = linkText.split('?');
  const values = new URLSearchParams(query);
  return start === `${appScheme}://provision` && values.get('portal') === origin ? values : null;
}

/** Reads a complete app link of the portal; null for any other text. */
export function readAppLink(
  options: Pick<LabOptions, 'appScheme' | 'portalUrl'>,
  text: string,
): AppLink | null {
  const values = appLinkValues(options, text);
  const [data, modulus, exponent] = ['data', 'modulus', 'exponent'].map((name) => values?.get(name));
  if (!data || !modulus || !exponent) return null;
  const userId = userIdIn(data);
  return userId === null ? null : { data, modulus, exponent, userId };
}
