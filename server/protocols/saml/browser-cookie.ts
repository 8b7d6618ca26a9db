import { randomBytes } from 'node:crypto';
import { parse } from 'hono/utils/cookie';

/** The engine's cookie, with a secret that ties requests and their sessions to one browser. */
export interface BrowserCookie {
  /** The secret of a Cookie header; empty when there is none. */
  read(header: string): string;
  /** The secret of a Cookie header, otherwise a new one with its Set-Cookie value. */
  ensure(header: string): { readonly browser: string; readonly setCookie: string | null };
}

/** The cookie of a portal at `publicUrl`. */
export function browserCookie(publicUrl: string): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi.saml' : 'munjigi.saml';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const read = (header: string): string => {
    const value = parse(header, name)[name] ?? '';
    return /^[\w-]{43}$/.test(value) ? value : '';
  };
  return {
    read,
    ensure(header) {
      const secret = read(header);
      if (secret !== '') return { browser: secret, setCookie: null };
      const browser = randomBytes(32).toString('base64url');
      return { browser, setCookie: `${name}=${browser}; ${attributes}` };
    },
  };
}
