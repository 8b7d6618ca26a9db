import { parse } from 'hono/utils/cookie';

/** The cookie with the id of a portal session. `__Host-` binds it to one https host (RFC 6265bis, 4.1.3). */
export interface SessionCookie {
  /** The session id in a Cookie header; empty when the header has none. */
  read(header: string): string;
  /** The Set-Cookie value for a session id. */
  write(id: string): string;
}

/** The session cookie of a portal at `publicUrl`. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_session' : 'munjigi_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read: (header) => parse(header, name)[name] ?? '',
    write: (id) => `${name}=${id}; ${attributes}`,
  };
}
