import { fromPromise } from 'xstate';
import type { CreationRequest, OfferSupport, PasskeyCreationResult } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { declineOffer, finishOffer, startOffer } from '#src/api/passkey-offer.ts';
import type { OfferAgain } from '#wire/passkey-offer.ts';
import { offerSupportOf } from './offer-support.ts';
import { createConditionally, createPasskey } from './webauthn-create.ts';

/** The calls of a passkey offer, and the browser's functions for it. */
export const offerPasskeyPorts = (pageWindow: Window, client: Client) => ({
  checkSupport: fromPromise<OfferSupport>(() => offerSupportOf(pageWindow)),
  startCreation: fromPromise<Result<CreationRequest>, { token: string }>(({ input, signal }) =>
    startOffer(client, input, signal),
  ),
  createConditionally: fromPromise<PasskeyCreationResult, { request: CreationRequest }>(({ input, signal }) =>
    createConditionally(input.request, signal),
  ),
  createPasskey: fromPromise<PasskeyCreationResult, { request: CreationRequest }>(({ input, signal }) =>
    createPasskey(input.request, signal),
  ),
  finishCreation: fromPromise<Result<unknown>, { token: string; credential: unknown }>(({ input, signal }) =>
    finishOffer(client, input, signal),
  ),
  decline: fromPromise<Result<unknown>, { token: string; offerAgain: OfferAgain }>(({ input, signal }) =>
    declineOffer(client, input, signal),
  ),
});
