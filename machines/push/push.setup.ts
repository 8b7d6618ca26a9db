import { assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isOutdated, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, failed, type Result, UNEXPECTED } from '#machines/shared/result.ts';

/** How long a push waits when the server names no period, in milliseconds (decision 83). */
export const PUSH_LIFETIME = 45_000;

/** From the beginning of one look to that of the next, in milliseconds (spec section 9). */
const POLL_PAUSE = 1000;

/** How long the person waits for a push to be withdrawn before the screen goes on, in milliseconds. */
export const WITHDRAWAL_PATIENCE = 3000;

/** The longest delay that a browser's timer takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A push that is under way. */
export type PendingPush = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type Boxes = { readonly always: boolean; readonly alwaysSend: boolean };

export type PushInput = {
  readonly userId: string;
  readonly clientId: string;
  /** The name of the phone, as far as it may be shown. */
  readonly token: string;
  /** How the boxes stand; they go with the login. */
  readonly boxes: Boxes;
  /** Whether the screen asks for a push without a press, once per visit (decision 78). */
  readonly startsAlone: boolean;
  /** Milliseconds that a push waits; null for the period that the server names (decision 83). */
  readonly lifetime: number | null;
  /** Which check goes on to the login: any but X, or A alone (decision 81). */
  readonly success: 'answered' | 'approved';
  readonly hasOtherMethods: boolean;
  /** A push that an earlier visit asked for (decision 79). */
  readonly pending: PendingPush | null;
};

export type PushEvent =
  | ({ readonly type: 'push.request' } & Boxes)
  | { readonly type: 'push.cancel' }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' }
  /** The portal asks the flow to clear up and end: another screen is wanted. */
  | { readonly type: 'screen.leave' };

type PushContext = Omit<PushInput, 'pending'> & {
  readonly push: PendingPush | null;
  /** Whether this visit has asked for a push. */
  readonly hasAsked: boolean;
  /** Milliseconds that were left when the push came or was recalled. */
  readonly remaining: number;
  /** The last look did not reach the server. */
  readonly isCutOff: boolean;
  /** The polled value that the login is called with. */
  readonly check: string;
  readonly failure: Failure | null;
  /** How the flow ends once the push is withdrawn; null while the person stays. */
  readonly wish: 'other' | 'left' | null;
  readonly outcome: MethodOutcome;
};

/** A push was sent. */
export type SentPush = {
  readonly id: string;
  /** Milliseconds; null when the server named none. */
  readonly period: number | null;
  /** When the answer came, in epoch milliseconds. */
  readonly at: number;
};

/** One look at a push, and when it ended, in epoch milliseconds. */
export type PushLook = { readonly check: Result<string>; readonly at: number };

type SendAnswer = Result<SentPush>;
type LoginAnswer = Result<LoginResult>;

const WAITING_CHECK = 'X';
const APPROVED_CHECK = 'A';

/** What the person reads when a push was not approved and no call says why (spec section 8). */
export const DECLINED: Failure = {
  kind: 'rejected',
  status: 400,
  code: '010',
  message: '',
  details: {},
};

const isAnswered = ({ check }: PushLook): boolean => check.ok && check.value !== WAITING_CHECK;

/** The server no longer knows the push, or not for this session (decision 86). */
const isLost = ({ check }: PushLook): boolean =>
  !check.ok && check.failure.kind === 'rejected' && [401, 404].includes(check.failure.status);

/** What the push machine is made of: ports, rules and changes of its context. */
export const pushSetup = setup({
  types: {
    context: {} as PushContext,
    events: {} as PushEvent,
    input: {} as PushInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving' | 'waiting',
  },
  actors: {
    /** Epoch milliseconds now. */
    readClock: port<number>('push.readClock'),
    requestPush: port<SendAnswer, { userId: string; clientId: string }>('push.requestPush'),
    checkPush: port<PushLook, { id: string }>('push.checkPush'),
    withdrawPush: port<Result<undefined>, { id: string }>('push.withdrawPush'),
    logIn: port<LoginAnswer, { userId: string; id: string; check: string } & Boxes>('push.logIn'),
  },
  guards: {
    isStillValid: ({ context }, now: number) => context.push !== null && context.push.validUntil > now,
    wantsPushAtOnce: ({ context }) => context.startsAlone && !context.hasAsked,
    hasPush: ({ context }) => context.push !== null,
    isSent: (_, answer: SendAnswer) => answer.ok,
    isUnwanted: ({ context }) => context.wish !== null,
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    isGoodAnswer: ({ context }, look: PushLook) =>
      isAnswered(look) &&
      (context.success === 'answered' || (look.check.ok && look.check.value === APPROVED_CHECK)),
    isDeclined: (_, look: PushLook) => isAnswered(look),
    isLost: (_, look: PushLook) => isLost(look),
    isOver: ({ context }, { at }: PushLook) => context.push !== null && at >= context.push.validUntil,
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
    isFailureOutdated: ({ context: { failure } }) => failure !== null && isOutdated(failed(failure)),
  },
  delays: {
    lifetime: ({ context }) => Math.min(context.remaining, LONGEST_TIMER),
    pollPause: POLL_PAUSE,
    patience: WITHDRAWAL_PATIENCE,
  },
  actions: {
    /** Keeps the push where a reload finds it, or forgets it (decision 79); provided with the ports. */
    keepPending: (_, _pending: PendingPush | null) => {
      throw new UnprovidedPortError('push.keepPending');
    },
    noteAsked: assign({ hasAsked: true }),
    noteBoxes: assign((_, { always, alwaysSend }: Boxes) => ({ boxes: { always, alwaysSend } })),
    noteRemaining: assign(({ context }, now: number) => ({
      remaining: Math.max(0, (context.push?.validUntil ?? now) - now),
    })),
    noteSent: assign(({ context }, answer: SendAnswer) => {
      if (!answer.ok) return {};
      const { id, period, at } = answer.value;
      const remaining = context.lifetime ?? period ?? PUSH_LIFETIME;
      return { push: { id, validUntil: at + remaining }, remaining, isCutOff: false };
    }),
    forgetPush: assign({ push: null, check: '', isCutOff: false }),
    /** What the server has refused is over; where no answer came, the push may still serve. */
    forgetRefused: assign(({ context: { failure } }) =>
      failure?.kind === 'rejected' ? { push: null, check: '' } : {},
    ),
    noteConnection: assign((_, { check }: PushLook) => ({ isCutOff: !check.ok })),
    noteCheck: assign((_, { check }: PushLook) => (check.ok ? { check: check.value } : {})),
    noteLoss: assign((_, { check }: PushLook) => ({ failure: check.ok ? UNEXPECTED : check.failure })),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    wantOther: assign({ wish: 'other' as const, outcome: { reason: 'other' } as const }),
    wantLeave: assign({ wish: 'left' as const, outcome: { reason: 'left' } as const }),
    wantRenewal: assign({ outcome: { reason: 'outdated' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
});
