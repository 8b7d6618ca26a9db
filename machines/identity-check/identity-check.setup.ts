import { assign, setup } from 'xstate';
import { isNullText } from '#machines/shared/outcome.ts';
import type { SelfAuthMethod } from '#machines/shared/policy.ts';
import { port } from '#machines/shared/port.ts';
import { isUnproved } from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { firstWay, isSent, type WaySource, wayState } from './ways.ts';

/** How long a sent code is good, in milliseconds (spec section 9). */
const CODE_LIFETIME = 300_000;
/** From one look at a push to the next, in milliseconds (spec section 4). */
const PUSH_PACE = 1000;

export type IdentityCheckInput = WaySource & {
  readonly userId: string;
  readonly clientId: string;
  /** The token that the password has given (decision 175). */
  readonly token: string;
};

export type IdentityCheckOutcome =
  /** `unproved`: the server no longer takes the token. */
  { readonly reason: 'back' | 'unproved' } | { readonly reason: 'identified'; readonly token: string };

export type IdentityCheckEvent =
  | { readonly type: 'way.chosen'; readonly way: SelfAuthMethod }
  | { readonly type: 'code.send' }
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'push.request' }
  | { readonly type: 'push.cancel' }
  | { readonly type: 'check.back' }
  | { readonly type: 'failure.dismissed' };

/** A push that waits for the phone. */
export type WaitingPush = {
  readonly id: string;
  /** Milliseconds. */
  readonly period: number;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type IdentityCheckContext = IdentityCheckInput & {
  readonly way: SelfAuthMethod | null;
  /** Epoch milliseconds until which the code that was sent is good; null before one was. */
  readonly deadline: number | null;
  readonly push: WaitingPush | null;
  readonly problem: 'info.enter.otp.alert' | null;
  readonly failure: Failure | null;
  readonly outcome: IdentityCheckOutcome;
};

type Call = { readonly userId: string; readonly clientId: string; readonly token: string };
type SendAnswer = { readonly at: number; readonly answer: Result<unknown> };
type PushAnswer = Result<WaitingPush>;

export const begin = (input: IdentityCheckInput): IdentityCheckContext => ({
  ...input,
  way: firstWay(input),
  deadline: null,
  push: null,
  problem: null,
  failure: null,
  outcome: { reason: 'back' },
});

/** A push that has run out on the page (spec section 8). */
const TIMED_OUT: Failure = { kind: 'rejected', status: 400, code: '010_3', message: '', details: {} };
/** A push that the phone has not approved. */
const DECLINED: Failure = { kind: 'rejected', status: 400, code: '010', message: '', details: {} };

/** What the identity check is made of. */
export const identityCheckSetup = setup({
  types: {
    context: {} as IdentityCheckContext,
    events: {} as IdentityCheckEvent,
    input: {} as IdentityCheckInput,
    output: {} as IdentityCheckOutcome,
    tags: {} as 'busy' | 'sending' | 'waiting',
  },
  actors: {
    sendCode: port<SendAnswer, Call & { way: SelfAuthMethod | null }>('identity-check.sendCode'),
    /** Ends the check: by a code, or by the id of a push that was approved (decision 116). */
    checkIdentity: port<Result<unknown>, Call & { way: SelfAuthMethod | null; otp: string }>(
      'identity-check.checkIdentity',
    ),
    requestPush: port<PushAnswer, Call>('identity-check.requestPush'),
    /** X, A or O (spec section 3). */
    askPush: port<Result<string>, Call & { pushId: string }>('identity-check.askPush'),
    withdrawPush: port<Result<unknown>, Call & { pushId: string }>('identity-check.withdrawPush'),
  },
  guards: {
    hasWay: ({ context }) => context.way !== null,
    hasFailed: ({ context }) => context.failure !== null,
    isUsable: ({ context }, way: SelfAuthMethod) => wayState(context, way) === 'Y',
    isSent: ({ context }) => isSent(context.way),
    isPush: ({ context }) => context.way === 'push',
    isBlank: (_, code: string) => code.trim() === '',
    isNullText: (_, code: string) => isNullText(code),
    isDone: (_, answer: Result<unknown>) => answer.ok,
    isUnproved: (_, answer: Result<unknown>) => isUnproved(answer),
    isApproved: (_, answer: Result<string>) => answer.ok && answer.value === 'A',
    isPending: (_, answer: Result<string>) =>
      (answer.ok && answer.value === 'X') || (!answer.ok && answer.failure.kind === 'unreachable'),
  },
  delays: { pushLifetime: ({ context }) => context.push?.period ?? 0, pushPace: PUSH_PACE },
  actions: {
    noteWay: assign((_, way: SelfAuthMethod) => ({ way, deadline: null, problem: null })),
    noteSent: assign((_, { at }: SendAnswer) => ({ deadline: at + CODE_LIFETIME })),
    noteBlank: assign({ problem: 'info.enter.otp.alert' as const }),
    clearProblem: assign({ problem: null }),
    notePush: assign((_, answer: PushAnswer) => (answer.ok ? { push: answer.value } : {})),
    dropPush: assign({ push: null }),
    noteTimedOut: assign({ failure: TIMED_OUT }),
    noteDeclined: assign({ failure: DECLINED }),
    noteFailure: assign((_, answer: Result<unknown> | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null }),
    noteIdentified: assign(({ context: { token } }) => ({
      outcome: { reason: 'identified' as const, token },
    })),
    noteUnproved: assign({ outcome: { reason: 'unproved' } as const }),
  },
});
