import { parse } from 'hono/utils/cookie';

const TOKEN = /^[\w-]{43}$/;

/** A cookie with a token, with which a browser is recognised later. */
export interface BrowserCookie {
  /** The token in a Cookie header; empty when the header has none. */
  read(header: string): string;
  /** The Set-Cookie value for a token. */
  write(token: string): string;
}

/**
 * The cookie `name` of a portal at `publicUrl`.
 * @param days how long the browser stores the cookie
 */
export function browserCookie(publicUrl: string, name: string, days: number): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `Path=/; Max-Age=${days * 24 * 60 * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(header) {
      const value = parse(header, fullName)[fullName] ?? '';
      return TOKEN.test(value) ? value : '';
    },
    write: (token) => `${fullName}=${token}; ${attributes}`,
  };
}
