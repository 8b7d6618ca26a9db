/**
 * How long a browser gets no passkey offer (rule 253): `later` is about a month, `never` the lifetime of the
 * cookie.
 */
export const OFFER_AGAIN_CHOICES = ['later', 'never'] as const;

export type OfferAgain = (typeof OFFER_AGAIN_CHOICES)[number];
