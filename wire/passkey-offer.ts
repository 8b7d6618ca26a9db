/**
 * Choices of a person who declines a passkey offer (rule 253). `later`: the browser gets no offer for about a month;
 * `never`: the browser gets no offer while it stores the cookie of this choice.
 */
export const OFFER_AGAIN_CHOICES = ['later', 'never'] as const;

export type OfferAgain = (typeof OFFER_AGAIN_CHOICES)[number];
