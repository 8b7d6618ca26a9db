/** For how long a browser is offered no passkey (decision 253): `later`, about a month; `never`, as long as it remembers. */
export const OFFER_REFUSALS = ['later', 'never'] as const;

export type OfferRefusal = (typeof OFFER_REFUSALS)[number];
