import type { ServerConfig } from '#server/config/schema.ts';
import type { OfferRefusal } from '#wire/passkey-offer.ts';

/** A month, and as long as browsers keep a cookie. */
const DAYS: Readonly<Record<OfferRefusal, number>> = { later: 30, never: 400 };

/** The cookie by which a browser is offered no passkey (decision 253). It tells nothing of the person. */
export function offerCookie({ publicUrl }: Pick<ServerConfig, 'publicUrl'>) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_passkey' : 'munjigi_passkey';
  const attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    /** The Set-Cookie value. */
    write: (refusal: OfferRefusal): string =>
      `${name}=${refusal}; Path=/; Max-Age=${DAYS[refusal] * 24 * 60 * 60}; ${attributes}`,
  };
}
