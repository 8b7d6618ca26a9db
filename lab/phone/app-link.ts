import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { webAppAddress } from '#wire/app-links.ts';

/** Values of a link to the app (docs/wire.md). */
export type AppLink = {
  readonly data: string;
  readonly modulus: string;
  readonly exponent: string;
  /** The account of the app, from `data`. */
  readonly userId: string;
};

const appData = v.object({ userId: v.string() });

function userIdIn(data: string): string | null {
  try {
    const parsed = v.safeParse(appData, JSON.parse(Buffer.from(data, 'base64url').toString()));
    return parsed.success ? parsed.output.userId : null;
  } catch {
    return null;
  }
}

/**
 * The values of a link that opens the app of this lab's portal, by its scheme or at the page of the web app. Null for
 * any other text.
 */
export function appValues(
  { appScheme, portalUrl }: Pick<LabOptions, 'appScheme' | 'portalUrl'>,
  text: string,
): URLSearchParams | null {
  const { origin } = new URL(portalUrl);
  const page = `${webAppAddress(origin)}#`;
  if (text.trim().startsWith(page)) return new URLSearchParams(text.trim().slice(page.length));
  const [start, query = ''] = text.trim().split('?');
  const values = new URLSearchParams(query);
  return start === `${appScheme}://provision` && values.get('portal') === origin ? values : null;
}

/** The link of this lab's portal; null for any other text. */
export function readAppLink(
  options: Pick<LabOptions, 'appScheme' | 'portalUrl'>,
  text: string,
): AppLink | null {
  const values = appValues(options, text);
  const [data, modulus, exponent] = ['data', 'modulus', 'exponent'].map((name) => values?.get(name));
  if (!data || !modulus || !exponent) return null;
  const userId = userIdIn(data);
  return userId === null ? null : { data, modulus, exponent, userId };
}
