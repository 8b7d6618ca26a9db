import type { PortalContext, Remark } from '#machines/portal/portal.types.ts';
import {
  dropFirstStep,
  newPriority,
  passkeyOfferIn,
  startPersonSession,
  storeFirstStep,
  storeLogin,
} from '#machines/portal/session-rules.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import { isPasswordChangePage } from '#machines/shared/password-change-page.ts';
import type { Failure } from '#machines/shared/result.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** Why the login is outdated; null when the server gave no reason. */
const failureIn = ({ outcome }: PortalContext): Failure | null =>
  outcome?.reason === 'outdated' ? (outcome.failure ?? null) : null;

/** Guards of the outcome of a method. */
export const outcomeGuards = {
  hasLeft: (_: PortalArgs, outcome: MethodOutcome) => outcome.reason === 'left',
  isAuthenticated: (_: PortalArgs, outcome: MethodOutcome) => outcome.reason === 'authenticated',
  /** Whether the last method screen has ended with this outcome. */
  ended: ({ context }: PortalArgs, reason: MethodOutcome['reason']) => context.outcome?.reason === reason,
  hasRestarted: ({ context }: PortalArgs) => context.hasRestarted,
  /** Whether the login was restarted before and the server gave a reason: the ID entry then shows the reason. */
  hasReasonToShow: ({ context }: PortalArgs) => context.hasRestarted && failureIn(context) !== null,
  /** The first step is done and the policy requires a second (rule 57). */
  needsSecondStep: ({ context: { outcome, policy } }: PortalArgs) =>
    outcome?.reason === 'authenticated' && policy?.secondAuth === true,
  mustEndSignIns: ({ context }: PortalArgs) => context.endSignInsToken !== null,
  hasPasskeyOffer: ({ context }: PortalArgs) => context.passkeyOffer !== null,
  mustChangePassword: ({ context: { returnTarget, origin } }: PortalArgs) =>
    isPasswordChangePage(returnTarget.to, origin),
};

/** Actions of the outcome of a method. */
export const outcomeActions = {
  /** Drops the assertion of the ID entry, except after the password gate, which comes before the passkey. */
  setOutcome: assignPortal(({ context }, outcome: MethodOutcome) => ({
    outcome,
    assertion: outcome.reason === 'passed' ? context.assertion : null,
  })),
  dropOutcome: assignPortal({ outcome: null }),
  dropPasskeyOffer: assignPortal({ passkeyOffer: null }),
  setOutcomeFailure: assignPortal(({ context }) => ({ failure: failureIn(context) })),
  passGate: assignPortal(({ context }) => ({
    policy: context.policy && { ...context.policy, check: true },
    outcome: null,
    remark: null,
  })),
  /** Starts the session of the person whom a method identified, for example a scanned QR code. */
  setRecognised: assignPortal(({ context: { session, outcome } }) =>
    outcome?.reason === 'recognised'
      ? {
          session: startPersonSession(session, outcome),
          hasRestarted: false,
          policy: null,
          outcome: null,
          route: { screen: 'firstStep' },
        }
      : {},
  ),
  restartFirstStep: assignPortal(({ context }, remark: Remark) => ({
    session: dropFirstStep(context.session),
    route: { screen: 'firstStep' },
    remark,
    outcome: null,
    hasRestarted: true,
  })),
  /** Stores the result of the first step. Its order of the second-step methods replaces the order of the policy (rule 164). */
  storeFirstStep: assignPortal(({ context: { session, outcome, policy } }) =>
    outcome?.reason === 'authenticated'
      ? {
          session: storeFirstStep(session, outcome.login),
          policy: policy && { ...policy, ...newPriority(outcome.login) },
          outcome: null,
          remark: null,
        }
      : {},
  ),
  storeLogin: assignPortal(({ context }) =>
    context.outcome?.reason === 'authenticated'
      ? {
          session: storeLogin(context.session, context.outcome.login),
          returnTarget: { to: context.outcome.login.to, skipsReauth: false },
          endSignInsToken: context.outcome.login.endSignIns ?? null,
          passkeyOffer: passkeyOfferIn(context.outcome.login, context.session),
          outcome: null,
          remark: null,
          hasRestarted: false,
        }
      : {},
  ),
};
