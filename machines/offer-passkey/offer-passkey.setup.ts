import { assign, setup } from 'xstate';
import type { CreationRequest, MadePasskey, OfferSupport } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { OfferRefusal } from '#wire/passkey-offer.ts';

export type OfferPasskeyInput = {
  readonly userId: string;
  /** The token of the offer, which came with the login (rule 253). */
  readonly token: string;
};

export type OfferPasskeyEvent =
  | { readonly type: 'passkey.wanted' }
  | { readonly type: 'offer.declined'; readonly until: OfferRefusal }
  | { readonly type: 'failure.dismissed' };

type OfferPasskeyContext = OfferPasskeyInput & {
  /** The person has pressed the button; before that, only a conditional create is tried. */
  readonly isWanted: boolean;
  readonly request: CreationRequest | null;
  /** The created credential, until the server has saved it. */
  readonly credential: unknown;
  /** The person has cancelled the browser's prompt. */
  readonly isCancelled: boolean;
  readonly until: OfferRefusal;
  readonly failure: Failure | null;
};

type Answer = Result<unknown>;
type Args = { readonly context: OfferPasskeyContext };

/** Time for a conditional create before the person is asked, in milliseconds. */
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
    createConditionally: port<MadePasskey, { request: CreationRequest }>('offer-passkey.createConditionally'),
    createPasskey: port<MadePasskey, { request: CreationRequest }>('offer-passkey.createPasskey'),
    finishCreation: port<Answer, { token: string; credential: unknown }>('offer-passkey.finishCreation'),
    decline: port<Answer, { token: string; until: OfferRefusal }>('offer-passkey.decline'),
  },
  guards: {
    createsConditionally: (_, support: OfferSupport) => support === 'conditional',
    canVerify: (_, support: OfferSupport) => support === 'prompted',
    isWanted: ({ context }: Args) => context.isWanted,
    mayMake: ({ context }: Args, answer: Answer) => context.isWanted && answer.ok,
    isAccepted: (_, answer: Answer) => answer.ok,
    isMade: (_, made: MadePasskey) => made.kind === 'made',
    isKnown: (_, made: MadePasskey) => made.kind === 'known',
    isCancelled: (_, made: MadePasskey) => made.kind === 'cancelled',
  },
  delays: { conditionalCreateTimeout: CONDITIONAL_CREATE_TIMEOUT },
  actions: {
    setWanted: assign({ isWanted: true, isCancelled: false }),
    setRequest: assign((_, answer: Result<CreationRequest>) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    setCredential: assign((_, made: MadePasskey) =>
      made.kind === 'made' ? { credential: made.credential } : {},
    ),
    dropCredential: assign({ credential: null }),
    setCancelled: assign({ isCancelled: true }),
    setUntil: assign((_, until: OfferRefusal) => ({ until })),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});
