import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';

/** What a link to the app carries (docs/wire.md). */
export type AppLink = {
  readonly data: string;
  readonly modulus: string;
  readonly exponent: string;
  /** The account of the app, from `data`. */
  readonly userId: string;
};

const owned = v.object({ userId: v.string() });

function userIdIn(data: string): string | null {
  try {
    const parsed = v.safeParse(owned, JSON.parse(Buffer.from(data, 'base64url').toString()));
    return parsed.success ? parsed.output.userId : null;
  } catch {
    return null;
  }
}

/** The link of this lab's portal; null for any other text. */
export function readAppLink(
  { appScheme, portalUrl }: Pick<LabOptions, 'appScheme' | 'portalUrl'>,
  text: string,
): AppLink | null {
  const [start, query = ''] = text.trim().split('?');
  if (start !== `${appScheme}://provision`) return null;
  const values = new URLSearchParams(query);
  const [data, modulus, exponent, portal] = ['data', 'modulus', 'exponent', 'portal'].map((name) =>
    values.get(name),
  );
  if (!data || !modulus || !exponent || portal !== new URL(portalUrl).origin) return null;
  const userId = userIdIn(data);
  return userId === null ? null : { data, modulus, exponent, userId };
}
