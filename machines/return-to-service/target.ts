import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';

/** `url` is absolute, as the URL parser writes it. */
export type CheckedTarget =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'invalidAccess' | 'noRedirectUrl' };

const INVALID: CheckedTarget = { ok: false, reason: 'invalidAccess' };

/** Characters that URL parsers drop or read as `/`, so that the address would differ from what the text shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const AMBIGUOUS_CHARACTERS = /[\u0000-\u0020\u007f\\]/;
const WEB_ADDRESS = /^https?:\/\/[^/]/i;
const PATH = /^\/(?!\/)/;

/**
 * Chromium shows a blank page for an address of more than 2 MiB. Adding a flag re-encodes the query, which may triple
 * its length.
 */
const MAX_CHARACTERS = 512 * 1024;

/**
 * The only check of redirect targets (rule 60): an http(s) address, or a path of the origin of `base`. Refused
 * are other schemes, credentials, white space, control characters, backslashes, `//host`, other relative forms and
 * addresses too long for a browser.
 */
export function checkTarget(target: string, base: string): CheckedTarget {
  if (target === '') return { ok: false, reason: 'noRedirectUrl' };
  if (AMBIGUOUS_CHARACTERS.test(target) || !(WEB_ADDRESS.test(target) || PATH.test(target))) return INVALID;
  if (!URL.canParse(target, base)) return INVALID;
  const { href, username, password } = new URL(target, base);
  const isAllowed = username === '' && password === '' && href.length <= MAX_CHARACTERS;
  return isAllowed ? { ok: true, url: href } : INVALID;
}

/** Asks the server to finish the request without a new login (rule 40). */
export function withNoReauth(url: string): string {
  const flagged = new URL(url);
  flagged.searchParams.set(NO_REAUTH_PARAM, NO_REAUTH_VALUE);
  return flagged.href;
}
