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
  | { readonly type: 'ends.submitted'; readonly ends: readonly string[] }
  | { readonly type: 'ends.back' }
  | { readonly type: 'failure.dismissed' };

type EndSignInsContext = EndSignInsInput & {
  readonly openSignIns: OpenSignIns | null;
  /** The `sessionId` of each chosen sign-in. */
  readonly ends: readonly string[];
  /** Fewer were chosen than have to end. */
  readonly isTooFew: boolean;
  /** The sign-ins have changed since they were listed. */
  readonly hasChanged: boolean;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome | null;
};

type Args = { readonly context: EndSignInsContext };
type SignInsAnswer = Result<OpenSignIns>;
type LoginAnswer = Result<LoginResult>;

/** Setup of the machine that asks which other sign-ins end. */
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
    endSignIns: port<LoginAnswer, { token: string; ends: readonly string[] }>('end-sign-ins.endSignIns'),
  },
  guards: {
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
    isListed: (_, answer: SignInsAnswer) => answer.ok && answer.value.signIns.length > 0,
    hasSucceeded: (_, answer: Result<unknown>) => answer.ok,
    isEnough: ({ context: { openSignIns } }: Args, ends: readonly string[]) =>
      openSignIns !== null && ends.length >= openSignIns.leastEnds,
    hasNewSignIns: (_, answer: LoginAnswer) =>
      !answer.ok && answer.failure.kind === 'rejected' && answer.failure.status === 409,
    hasList: ({ context }: Args) => context.openSignIns !== null,
  },
  actions: {
    setSignIns: assign((_, answer: SignInsAnswer) =>
      answer.ok ? { openSignIns: answer.value, ends: [] } : {},
    ),
    toggle: assign(({ context: { ends } }, sessionId: string) => ({
      ends: ends.includes(sessionId) ? ends.filter((id) => id !== sessionId) : [...ends, sessionId],
      isTooFew: false,
    })),
    setEnds: assign((_, ends: readonly string[]) => ({ ends, isTooFew: false, hasChanged: false })),
    setTooFew: assign({ isTooFew: true }),
    setChanged: assign({ hasChanged: true }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    setBack: assign({ outcome: { reason: 'back' } }),
    setOutdated: assign({ outcome: { reason: 'outdated' } }),
    setSignedIn: assign((_, answer: LoginAnswer) => ({ outcome: outcomeOf(answer, '') })),
  },
});
