import { parse } from 'hono/utils/cookie';

/** A cookie by which a browser is recognised later. */
export interface BrowserCookie {
  /** The token in a Cookie header; empty when there is none. */
  read(header: string): string;
  /** The Set-Cookie value of a token. */
  write(token: string): string;
}

/**
 * The cookie of this name at a portal at `publicUrl`.
 * @param days how long the browser keeps it
 */
export function browserCookie(publicUrl: string, name: string, days: number): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `Path=/; Max-Age=${days * 24 * 60 * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(header) {
      const value = parse(header, fullName)[fullName] ?? '';
      return /^[\w-]{43}$/.test(value) ? value : '';
    },
    write: (token) => `${fullName}=${token}; ${attributes}`,
  };
}
