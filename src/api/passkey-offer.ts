import { object } from 'valibot';
import type { CreationRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { creationRequest } from '#src/api/decode/creation-request.ts';
import type { OfferAgain } from '#wire/passkey-offer.ts';

const PASSKEY_OFFER_PATH = '/data/portal/passkey-offer';

/** A passkey offer, which its token identifies. */
type Offer = { readonly token: string };

const authOf = ({ token }: Offer) => ({ header: 'Authorization', token }) as const;

/** Requests the creation options of an offered passkey (rule 253). */
export const startOffer = (
  client: Client,
  offer: Offer,
  signal: AbortSignal,
): Promise<Result<CreationRequest>> =>
  client.call({
    method: 'POST',
    path: `${PASSKEY_OFFER_PATH}/start`,
    json: {},
    auth: authOf(offer),
    schema: creationRequest,
    signal,
  });

/** Registers the passkey that the browser has created. */
export const finishOffer = (
  client: Client,
  { credential, ...offer }: Offer & { readonly credential: unknown },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${PASSKEY_OFFER_PATH}/finish`,
    json: { publicKeyCredential: credential },
    auth: authOf(offer),
    schema: object({}),
    signal,
  });

/** Declines the offer: the server offers no passkey in this browser for a month (`later`) or never again (`never`). */
export const declineOffer = (
  client: Client,
  { offerAgain, ...offer }: Offer & { readonly offerAgain: OfferAgain },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${PASSKEY_OFFER_PATH}/decline`,
    json: { until: offerAgain },
    auth: authOf(offer),
    schema: object({}),
    signal,
  });
