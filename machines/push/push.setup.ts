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
import { meaningOfPoll, type PollMeaning, type PushPollResult } from './poll-meaning.ts';

/** Lifetime of a push when the server's answer contains no period, in milliseconds (rule 83). */
export const PUSH_LIFETIME = 45_000;

/** Maximum time for which the screen waits for a withdrawal, in milliseconds. */
export const WITHDRAWAL_TIMEOUT = 3000;

/** Maximum delay of a timer in browsers, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** A pending push. */
export type PendingPush = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type PushInput = MethodInput & {
  /** The name of the phone, masked by the server. */
  readonly token: string;
  /** Whether a push is requested automatically when the screen opens (rule 78). */
  readonly autoStarts: boolean;
  /** Lifetime of a push in milliseconds; null when the period in the server's answer applies (rule 83). */
  readonly lifetime: number | null;
  /** After which polled state the login continues: `answered`, any state except X; `approved`, only A (rule 81). */
  readonly success: 'answered' | 'approved';
  /** A push that was requested before a reload; null when there is no such push (rule 79). */
  readonly pending: PendingPush | null;
};

export type PushEvent =
  | MethodEvent
  | { readonly type: 'push.request' }
  | { readonly type: 'push.cancel' }
  /** The portal requests the flow to clean up and end, because another screen was requested. */
  | { readonly type: 'screen.leave' };

type PushContext = MethodContext &
  Omit<PushInput, 'pending'> & {
    readonly push: PendingPush | null;
    /** Whether a push was requested since the screen opened. */
    readonly hasRequested: boolean;
    /** Milliseconds left when the push was sent or restored after a reload. */
    readonly remaining: number;
    /** Whether the last poll failed, because of the network or the server. */
    readonly hasPollFailed: boolean;
    /** Whether the phone was notified; false when the person has to open the app. */
    readonly isNotified: boolean;
    /** The polled state that is sent with the login. */
    readonly check: string;
  };

export type ActionArgs = { readonly context: PushContext; readonly event: PushEvent };

/** A push that the server has sent. */
export type SentPush = {
  readonly id: string;
  /** The lifetime in milliseconds; null when the server's answer contains no period. */
  readonly period: number | null;
  /** False when no notification was sent: the person has to open the app. */
  readonly isNotified: boolean;
  /** When the answer arrived, in epoch milliseconds. */
  readonly at: number;
};

/** A push, and the access token for its poll or withdrawal. */
export type PushReference = { readonly id: string; readonly clientId: string; readonly token: string };

/** The person to whose phone the push is sent, and the access token of the call. */
export type PushRequestInput = { readonly userId: string; readonly clientId: string; readonly token: string };

type SendAnswer = Result<SentPush>;

const pollResultIn = (event: object): PushPollResult => (event as { readonly output: PushPollResult }).output;

/** Input of the poll and of the withdrawal. */
export const pushReference = ({ push, login }: PushContext): PushReference => ({
  id: push?.id ?? '',
  clientId: login.clientId,
  token: login.accessToken,
});

/** Setup of the push machine. */
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
    /** Reads the clock, in epoch milliseconds. */
    readClock: port<number>('push.readClock'),
    requestPush: port<SendAnswer, PushRequestInput>('push.requestPush'),
    checkPush: port<PushPollResult, PushReference>('push.checkPush'),
    withdrawPush: port<Result<undefined>, PushReference>('push.withdrawPush'),
  },
  guards: {
    ...loginGuards,
    isStillValid: ({ context }: ActionArgs, now: number) =>
      context.push !== null && context.push.validUntil > now,
    wantsPushAtOnce: ({ context }: ActionArgs) => context.autoStarts && !context.hasRequested,
    hasPush: ({ context }: ActionArgs) => context.push !== null,
    isSent: (_: unknown, answer: SendAnswer) => answer.ok,
    /** The person has meanwhile left the screen or chosen another method. */
    hasPersonLeft: ({ context }: ActionArgs) => context.outcome !== null,
    pollMeans: ({ context: { push, success }, event }: ActionArgs, verdict: PollMeaning) =>
      meaningOfPoll({ validUntil: push?.validUntil ?? null, success }, pollResultIn(event)) === verdict,
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
    /** Stores the push for a reload, or removes the stored push (rule 79). Provided with the ports. */
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
    setPollFailed: assign((_, { check }: PushPollResult) => ({ hasPollFailed: !check.ok })),
    setCheck: assign((_, { check }: PushPollResult) => (check.ok ? { check: check.value } : {})),
  },
});
