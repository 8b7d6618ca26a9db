import { assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isOutdated, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';

export type EndSignInsInput = {
  readonly userId: string;
  /** The token of the login that waits for the other sign-ins to end (rule 251). */
  readonly token: string;
};

export type EndSignInsEvent =
  | { readonly type: 'ends.toggled'; readonly sessionId: string }
  | { readonly type: 'ends.submitted'; readonly sessionIds: readonly string[] }
  | { readonly type: 'ends.back' }
  | { readonly type: 'failure.dismissed' };

type EndSignInsContext = EndSignInsInput & {
  readonly openSignIns: OpenSignIns | null;
  /** The `sessionId` of each chosen sign-in. */
  readonly sessionIds: readonly string[];
  /** Whether fewer sign-ins are chosen than have to end. */
  readonly isTooFew: boolean;
  /** Whether the person has signed in elsewhere since the list was fetched. */
  readonly hasChanged: boolean;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome | null;
};

type Args = { readonly context: EndSignInsContext };
type SignInsAnswer = Result<OpenSignIns>;
type LoginAnswer = Result<LoginResult>;

/** A login call without a policy: the policy was applied by the call that returned the token. */
const NO_POLICY = '';

/** Setup of the machine in which the person chooses the sign-ins to end. */
export const endSignInsSetup = setup({
  types: {
    context: {} as EndSignInsContext,
    events: {} as EndSignInsEvent,
    input: {} as EndSignInsInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy',
  },
  actors: {
    fetchSignIns: port<SignInsAnswer, { token: string }>('end-sign-ins.fetchSignIns'),
    endSignIns: port<LoginAnswer, { token: string; sessionIds: readonly string[] }>(
      'end-sign-ins.endSignIns',
    ),
  },
  guards: {
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
    hasOpenSignIns: (_, answer: SignInsAnswer) => answer.ok && answer.value.signIns.length > 0,
    hasSucceeded: (_, answer: Result<unknown>) => answer.ok,
    isEnough: ({ context: { openSignIns } }: Args, sessionIds: readonly string[]) =>
      openSignIns !== null && sessionIds.length >= openSignIns.leastEnds,
    hasNewSignIns: (_, answer: LoginAnswer) =>
      !answer.ok && answer.failure.kind === 'rejected' && answer.failure.status === 409,
    hasList: ({ context }: Args) => context.openSignIns !== null,
  },
  actions: {
    setSignIns: assign((_, answer: SignInsAnswer) =>
      answer.ok ? { openSignIns: answer.value, sessionIds: [] } : {},
    ),
    toggle: assign(({ context: { sessionIds } }, sessionId: string) => ({
      sessionIds: sessionIds.includes(sessionId)
        ? sessionIds.filter((id) => id !== sessionId)
        : [...sessionIds, sessionId],
      isTooFew: false,
    })),
    setChosenSignIns: assign((_, sessionIds: readonly string[]) => ({
      sessionIds,
      isTooFew: false,
      hasChanged: false,
    })),
    setTooFew: assign({ isTooFew: true }),
    setChanged: assign({ hasChanged: true }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setBack: assign({ outcome: { reason: 'back' } }),
    setOutdated: assign({ outcome: { reason: 'outdated' } }),
    setSignedIn: assign((_, answer: LoginAnswer) => ({ outcome: outcomeOf(answer, NO_POLICY) })),
  },
});
