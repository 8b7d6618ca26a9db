import { parse } from 'hono/utils/cookie';
import { KNOWN_BROWSER_DAYS } from '#server/storage/repositories/known-browsers.ts';

/** The cookie by which a browser is recognised after a sign-in (decision 243). */
export interface KnownBrowserCookie {
  /** The token that a Cookie header carries; empty when there is none. */
  read(header: string): string;
  /** The Set-Cookie value that hands out a token. */
  write(token: string): string;
}

/** The cookie of a portal at `publicUrl`. */
export function knownBrowserCookie(publicUrl: string): KnownBrowserCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_browser' : 'munjigi_browser';
  const maxAge = KNOWN_BROWSER_DAYS * 24 * 60 * 60;
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(header) {
      const value = parse(header, name)[name] ?? '';
      return /^[\w-]{43}$/.test(value) ? value : '';
    },
    write: (token) => `${name}=${token}; ${attributes}`,
  };
}
