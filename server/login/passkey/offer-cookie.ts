import type { ServerConfig } from '#server/config/schema.ts';
import type { OfferAgain } from '#wire/passkey-offer.ts';

/** How long the cookie is stored: a month, or the longest time for which browsers store a cookie. */
const STORED_DAYS: Readonly<Record<OfferAgain, number>> = { later: 30, never: 400 };

/** The cookie of a browser in which a passkey offer was declined (rule 253). It contains no data about the person. */
export function offerCookie({ publicUrl }: Pick<ServerConfig, 'publicUrl'>) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_passkey' : 'munjigi_passkey';
  const attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    /** A Set-Cookie value. */
    write: (offerAgain: OfferAgain): string =>
      `${name}=${offerAgain}; Path=/; Max-Age=${STORED_DAYS[offerAgain] * 24 * 60 * 60}; ${attributes}`,
  };
}
