import { NO_REAUTH_PARAM, NO_REAUTH_VALUE } from '#wire/names.ts';

/** The result of the check of a target. `url` is an absolute URL, as the URL parser writes it. */
export type CheckedTarget =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'invalidAccess' | 'noRedirectUrl' };

const INVALID: CheckedTarget = { ok: false, reason: 'invalidAccess' };

/** Characters that URL parsers drop or read as `/`, so that the address would differ from the shown text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to find control characters
const AMBIGUOUS_CHARACTERS = /[\u0000-\u0020\u007f\\]/;
const WEB_ADDRESS_PATTERN = /^https?:\/\/[^/]/i;
const PATH_PATTERN = /^\/(?!\/)/;

/**
 * Maximum length of a target. Chromium shows a blank page for an address of more than 2 MiB, and {@link withNoReauth}
 * encodes the query again, which can triple its length.
 */
const MAX_URL_LENGTH = 512 * 1024;

/**
 * Checks a redirect target (rule 60); no other function does. A target is an http(s) address, or a path of the origin of
 * `base`. Other schemes, credentials, white space, control characters, backslashes, `//host`, other relative forms and
 * addresses that are too long for a browser are refused.
 */
export function checkTarget(target: string, base: string): CheckedTarget {
  if (target === '') return { ok: false, reason: 'noRedirectUrl' };
  if (AMBIGUOUS_CHARACTERS.test(target) || !(WEB_ADDRESS_PATTERN.test(target) || PATH_PATTERN.test(target)))
    return INVALID;
  if (!URL.canParse(target, base)) return INVALID;
  const { href, username, password } = new URL(target, base);
  const isAllowed = username === '' && password === '' && href.length <= MAX_URL_LENGTH;
  return isAllowed ? { ok: true, url: href } : INVALID;
}

/** The URL with the parameter that lets an existing login finish the request, without another sign-in (rule 40). */
export function withNoReauth(url: string): string {
  const flaggedUrl = new URL(url);
  flaggedUrl.searchParams.set(NO_REAUTH_PARAM, NO_REAUTH_VALUE);
  return flaggedUrl.href;
}
