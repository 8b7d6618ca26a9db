/**
 * How long a browser gets no passkey offer (rule 253): `later` is about a month, `never` the lifetime of the
 * cookie.
 */
export const OFFER_REFUSALS = ['later', 'never'] as const;

export type OfferRefusal = (typeof OFFER_REFUSALS)[number];
