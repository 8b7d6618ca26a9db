import { randomBytes } from 'node:crypto';
import { parse } from 'hono/utils/cookie';

/** The cookie of the engine. It contains a secret that binds requests and sessions to a browser. */
export interface BrowserCookie {
  /** The secret in a Cookie header; empty when there is no secret. */
  read(header: string): string;
  /** The secret in a Cookie header. When there is no secret, a new secret with its Set-Cookie value. */
  ensure(header: string): { readonly secret: string; readonly setCookie: string | null };
}

/** The cookie of the engine, for a portal at `publicUrl`. */
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
      if (secret !== '') return { secret, setCookie: null };
      const newSecret = randomBytes(32).toString('base64url');
      return { secret: newSecret, setCookie: `${name}=${newSecret}; ${attributes}` };
    },
  };
}
