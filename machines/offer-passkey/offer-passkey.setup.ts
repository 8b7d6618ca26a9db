import { assign, setup } from 'xstate';
import type { CreationRequest, MadePasskey, OfferSupport } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { OfferRefusal } from '#wire/passkey-offer.ts';

export type OfferPasskeyInput = {
  readonly userId: string;
  /** The token of the offer, which came with the login (decision 253). */
  readonly token: string;
};

export type OfferPasskeyEvent =
  | { readonly type: 'passkey.wanted' }
  | { readonly type: 'offer.declined'; readonly until: OfferRefusal }
  | { readonly type: 'failure.dismissed' };

type OfferPasskeyContext = OfferPasskeyInput & {
  /** The person has pressed the button; before that the browser is asked to make one without a question. */
  readonly isWanted: boolean;
  readonly request: CreationRequest | null;
  /** What the browser has made, until the server has it. */
  readonly credential: unknown;
  /** The person has let the question of the browser go. */
  readonly isCancelled: boolean;
  readonly until: OfferRefusal;
  readonly failure: Failure | null;
};

type Answer = Result<unknown>;
type Args = { readonly context: OfferPasskeyContext };

/** A browser that makes a passkey without a question does so at once; after this time the person is asked, in milliseconds. */
export const UNASKED_GRACE = 3000;

/** Setup of the machine that offers a passkey. */
export const offerPasskeySetup = setup({
  types: {
    context: {} as OfferPasskeyContext,
    events: {} as OfferPasskeyEvent,
    input: {} as OfferPasskeyInput,
    tags: {} as 'busy',
  },
  actors: {
    learnSupport: port<OfferSupport>('offer-passkey.learnSupport'),
    startCreation: port<Result<CreationRequest>, { token: string }>('offer-passkey.startCreation'),
    createUnasked: port<MadePasskey, { request: CreationRequest }>('offer-passkey.createUnasked'),
    createPasskey: port<MadePasskey, { request: CreationRequest }>('offer-passkey.createPasskey'),
    finishCreation: port<Answer, { token: string; credential: unknown }>('offer-passkey.finishCreation'),
    decline: port<Answer, { token: string; until: OfferRefusal }>('offer-passkey.decline'),
  },
  guards: {
    makesUnasked: (_, support: OfferSupport) => support === 'unasked',
    canVerify: (_, support: OfferSupport) => support === 'asked',
    isWanted: ({ context }: Args) => context.isWanted,
    mayMake: ({ context }: Args, answer: Answer) => context.isWanted && answer.ok,
    isDone: (_, answer: Answer) => answer.ok,
    isMade: (_, made: MadePasskey) => made.kind === 'made',
    isKnown: (_, made: MadePasskey) => made.kind === 'known',
    isCancelled: (_, made: MadePasskey) => made.kind === 'cancelled',
  },
  delays: { unaskedGrace: UNASKED_GRACE },
  actions: {
    setWanted: assign({ isWanted: true, isCancelled: false }),
    setRequest: assign((_, answer: Result<CreationRequest>) => (answer.ok ? { request: answer.value } : {})),
    dropRequest: assign({ request: null }),
    setCredential: assign((_, made: MadePasskey) =>
      made.kind === 'made' ? { credential: made.credential } : {},
    ),
    dropMade: assign({ credential: null }),
    setCancelled: assign({ isCancelled: true }),
    setUntil: assign((_, until: OfferRefusal) => ({ until })),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});
