import type { ServerConfig } from '#server/config/schema.ts';
import type { OfferAgain } from '#wire/passkey-offer.ts';

/** A month, and the longest time that browsers store a cookie. */
const DAYS: Readonly<Record<OfferAgain, number>> = { later: 30, never: 400 };

/** The cookie of a browser in which a passkey offer was declined (rule 253). It holds nothing about the person. */
export function offerCookie({ publicUrl }: Pick<ServerConfig, 'publicUrl'>) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_passkey' : 'munjigi_passkey';
  const attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    /** The Set-Cookie value. */
    write: (offerAgain: OfferAgain): string =>
      `${name}=${offerAgain}; Path=/; Max-Age=${DAYS[offerAgain] * 24 * 60 * 60}; ${attributes}`,
  };
}
