import { assign, setup } from 'xstate';
import type { CreationRequest, OfferSupport, PasskeyCreationResult } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { OfferAgain } from '#wire/passkey-offer.ts';

export type OfferPasskeyInput = {
  readonly userId: string;
  /** The token of the offer, from the result of the login (rule 253). */
  readonly token: string;
};

export type OfferPasskeyEvent =
  | { readonly type: 'offer.accepted' }
  | { readonly type: 'offer.declined'; readonly offerAgain: OfferAgain }
  | { readonly type: 'failure.dismissed' };

type OfferPasskeyContext = OfferPasskeyInput & {
  /** Whether the person has accepted the offer; before that, only a conditional create is tried. */
  readonly hasAccepted: boolean;
  readonly request: CreationRequest | null;
  /** The created credential, until the server has saved it. */
  readonly credential: unknown;
  /** Whether the person has cancelled the browser's prompt. */
  readonly isCancelled: boolean;
  /** When a declined passkey is offered again. */
  readonly offerAgain: OfferAgain;
  readonly failure: Failure | null;
};

type Answer = Result<unknown>;
type Args = { readonly context: OfferPasskeyContext };

/** Maximum time for a conditional create before the page offers a passkey, in milliseconds. */
export const CONDITIONAL_CREATE_TIMEOUT = 3000;

/** Setup of the machine that offers a passkey. */
export const offerPasskeySetup = setup({
  types: {
    context: {} as OfferPasskeyContext,
    events: {} as OfferPasskeyEvent,
    input: {} as OfferPasskeyInput,
    tags: {} as 'busy',
  },
  actors: {
    checkSupport: port<OfferSupport>('offer-passkey.checkSupport'),
    startCreation: port<Result<CreationRequest>, { token: string }>('offer-passkey.startCreation'),
    createConditionally: port<PasskeyCreationResult, { request: CreationRequest }>(
      'offer-passkey.createConditionally',
    ),
    createPasskey: port<PasskeyCreationResult, { request: CreationRequest }>('offer-passkey.createPasskey'),
    finishCreation: port<Answer, { token: string; credential: unknown }>('offer-passkey.finishCreation'),
    decline: port<Answer, { token: string; offerAgain: OfferAgain }>('offer-passkey.decline'),
  },
  guards: {
    createsConditionally: (_, support: OfferSupport) => support === 'conditional',
    supportsPrompt: (_, support: OfferSupport) => support === 'prompted',
    hasAccepted: ({ context }: Args) => context.hasAccepted,
    isRequestReadyAfterAcceptance: ({ context }: Args, answer: Answer) => context.hasAccepted && answer.ok,
    hasSucceeded: (_, answer: Answer) => answer.ok,
    isCreated: (_, result: PasskeyCreationResult) => result.kind === 'created',
    isAlreadyRegistered: (_, result: PasskeyCreationResult) => result.kind === 'alreadyRegistered',
    isCancelled: (_, result: PasskeyCreationResult) => result.kind === 'cancelled',
  },
  delays: { conditionalCreateTimeout: CONDITIONAL_CREATE_TIMEOUT },
  actions: {
    setAccepted: assign({ hasAccepted: true, isCancelled: false }),
    setRequest: assign((_, answer: Result<CreationRequest>) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    setCredential: assign((_, result: PasskeyCreationResult) =>
      result.kind === 'created' ? { credential: result.credential } : {},
    ),
    dropCredential: assign({ credential: null }),
    setCancelled: assign({ isCancelled: true }),
    setOfferAgain: assign((_, offerAgain: OfferAgain) => ({ offerAgain })),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});
