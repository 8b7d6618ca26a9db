import { assign, setup } from 'xstate';
import {
  loginActions,
  loginGuards,
  loginPorts,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { isOutdated, type MethodOutcome } from '#machines/shared/outcome.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import { failed, type Result } from '#machines/shared/result.ts';
import { type PollResult, type PushVerdict, verdictOf } from './verdict.ts';

/** Lifetime of a push when the server names none, in milliseconds (rule 83). */
export const PUSH_LIFETIME = 45_000;

/** Maximum time the screen waits for a withdrawal, in milliseconds. */
export const WITHDRAWAL_TIMEOUT = 3000;

/** The longest delay of a browser's timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** A pending push. */
export type PendingPush = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type PushInput = MethodInput & {
  /** The name of the phone, as far as it may be shown. */
  readonly token: string;
  /** Whether the screen asks for a push without a press, once per visit (rule 78). */
  readonly autoStarts: boolean;
  /** Lifetime of a push in milliseconds; null for the period in the server's answer (rule 83). */
  readonly lifetime: number | null;
  /** The poll results that continue to the login: `answered` for all but X, `approved` for A alone (rule 81). */
  readonly success: 'answered' | 'approved';
  /** A push that an earlier visit requested (rule 79). */
  readonly pending: PendingPush | null;
};

export type PushEvent =
  | MethodEvent
  | { readonly type: 'push.request' }
  | { readonly type: 'push.cancel' }
  /** The portal asks the flow to clean up and end, because another screen was requested. */
  | { readonly type: 'screen.leave' };

type PushContext = MethodContext &
  Omit<PushInput, 'pending'> & {
    readonly push: PendingPush | null;
    /** Whether this visit has requested a push. */
    readonly hasRequested: boolean;
    /** Milliseconds left when the push was sent or restored after a reload. */
    readonly remaining: number;
    /** The last poll failed: network or server trouble. */
    readonly hasPollFailed: boolean;
    /** Whether the phone was notified; false when the person has to open the app. */
    readonly isNotified: boolean;
    /** The polled value that is sent with the login. */
    readonly check: string;
  };

export type ActionArgs = { readonly context: PushContext; readonly event: PushEvent };

/** A push was sent. */
export type SentPush = {
  readonly id: string;
  /** Milliseconds; null when the server named none. */
  readonly period: number | null;
  /** False when no notification was sent: the person has to open the app. */
  readonly isNotified: boolean;
  /** When the answer arrived, in epoch milliseconds. */
  readonly at: number;
};

/** A push and the token it is polled with. */
export type PushReference = { readonly id: string; readonly clientId: string; readonly token: string };

/** The person whose phone gets the push, and the token of the identity check, if any. */
export type PushRequestInput = { readonly userId: string; readonly clientId: string; readonly token: string };

type SendAnswer = Result<SentPush>;

const pollResultIn = (event: object): PollResult => (event as { readonly output: PollResult }).output;

/** The push to poll or to withdraw. */
export const pushReference = ({ push, login }: PushContext): PushReference => ({
  id: push?.id ?? '',
  clientId: login.clientId,
  token: login.accessToken,
});

/** Setup of the push machine: ports, guards and actions. */
export const pushSetup = setup({
  types: {
    context: {} as PushContext,
    events: {} as PushEvent,
    input: {} as PushInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag | 'waiting',
  },
  actors: {
    ...loginPorts('push'),
    /** Epoch milliseconds now. */
    readClock: port<number>('push.readClock'),
    requestPush: port<SendAnswer, PushRequestInput>('push.requestPush'),
    checkPush: port<PollResult, PushReference>('push.checkPush'),
    withdrawPush: port<Result<undefined>, PushReference>('push.withdrawPush'),
  },
  guards: {
    ...loginGuards,
    isStillValid: ({ context }: ActionArgs, now: number) =>
      context.push !== null && context.push.validUntil > now,
    wantsPushAtOnce: ({ context }: ActionArgs) => context.autoStarts && !context.hasRequested,
    hasPush: ({ context }: ActionArgs) => context.push !== null,
    isSent: (_: unknown, answer: SendAnswer) => answer.ok,
    /** The person has since left or chosen another method. */
    hasPersonLeft: ({ context }: ActionArgs) => context.outcome !== null,
    isVerdict: ({ context: { push, success }, event }: ActionArgs, verdict: PushVerdict) =>
      verdictOf({ validUntil: push?.validUntil ?? null, success }, pollResultIn(event)) === verdict,
    isFailureOutdated: ({ context: { failure } }: ActionArgs) =>
      failure !== null && isOutdated(failed(failure)),
  },
  delays: {
    lifetime: ({ context }) => Math.min(context.remaining, MAX_TIMER),
    pollInterval: POLL_INTERVAL,
    timeout: WITHDRAWAL_TIMEOUT,
  },
  actions: {
    ...loginActions<PushContext, PushEvent>(),
    /** Stores the push for a reload, or removes it (rule 79); provided with the ports. */
    storePending: (_: unknown, _pending: PendingPush | null) => {
      throw new UnprovidedPortError('push.storePending');
    },
    setHasRequested: assign({ hasRequested: true }),
    setRemaining: assign(({ context }, now: number) => ({
      remaining: Math.max(0, (context.push?.validUntil ?? now) - now),
    })),
    setSent: assign(({ context }, answer: SendAnswer) => {
      if (!answer.ok) return {};
      const { id, period, isNotified, at } = answer.value;
      const remaining = context.lifetime ?? period ?? PUSH_LIFETIME;
      return { push: { id, validUntil: at + remaining }, remaining, isNotified, hasPollFailed: false };
    }),
    forgetPush: assign({ push: null, check: '', hasPollFailed: false }),
    /** A refused push cannot be used again; without an answer it may still be valid. */
    forgetRefused: assign(({ context: { failure } }) =>
      failure?.kind === 'rejected' ? { push: null, check: '' } : {},
    ),
    setPollFailed: assign((_, { check }: PollResult) => ({ hasPollFailed: !check.ok })),
    setCheck: assign((_, { check }: PollResult) => (check.ok ? { check: check.value } : {})),
  },
});
