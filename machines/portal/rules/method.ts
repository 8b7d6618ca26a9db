import { assign, sendTo } from 'xstate';
import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import { approvedQr, isGateOpen, openableFlow, passwordMode } from '#machines/portal/policy-rules.ts';
import type { PortalContext, Remark } from '#machines/portal/portal.types.ts';
import {
  dropSecondStep,
  fixedCode,
  newRanks,
  recognise,
  storeFirstStep,
  storeLogin,
} from '#machines/portal/session-rules.ts';
import { isChange } from '#machines/shared/change.ts';
import type { MethodFlow } from '#machines/shared/methods.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { Failure } from '#machines/shared/result.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { requestRules } from './request.ts';

/** Why the server no longer takes what the login was begun with; null where it does not say. */
const failureIn = ({ outcome }: PortalContext): Failure | null =>
  outcome?.reason === 'outdated' ? (outcome.failure ?? null) : null;

/** Guards and actions of the chosen method and its outcome. */
export const methodRules = requestRules.extend({
  guards: {
    isGateOpen: ({ context }) => context.policy !== null && isGateOpen(context.policy),
    hasFixedMethod: ({ context }) => fixedCode(context) !== null,
    /** The method that opens by itself: where it cannot be used, the person is told. A password may have served already. */
    isDefaultMethod: ({ context }) =>
      context.method !== null &&
      context.method !== TOKEN_CODES.password &&
      fixedCode(context) === context.method,
    hasAssertion: ({ context }) => context.assertion !== null,
    /** The password is all that this person may sign in by: an approval has nothing to follow it. */
    hasUselessApproval: ({ context: { policy, session } }) =>
      policy !== null &&
      approvedQr(session) !== null &&
      isGateOpen(policy) &&
      passwordMode(policy) === 'login',
    hasApprovedQr: ({ context }) => approvedQr(context.session) !== null,
    opens: ({ context }, flow: MethodFlow) => openableFlow(context) === flow,
    hasChosen: (_, output: ChooserOutput) => output.reason === 'chosen',
    wantsRegistration: (_, output: ChooserOutput) => output.reason === 'registration',
    hasLeft: (_, outcome: MethodOutcome) => outcome.reason === 'left',
    isAuthenticated: (_, outcome: MethodOutcome) => outcome.reason === 'authenticated',
    /** How the method screen ended that was on until now. */
    ended: ({ context }, reason: MethodOutcome['reason']) => context.outcome?.reason === reason,
    hasRestarted: ({ context }) => context.hasRestarted,
    /** A second time nothing begins by itself: what the server says is told where the person can begin. */
    showsReason: ({ context }) => context.hasRestarted && failureIn(context) !== null,
    /** The first step is done and the policy wants another (decision 57). */
    needsSecondStep: ({ context: { outcome, policy } }) =>
      outcome?.reason === 'authenticated' && policy?.secondAuth === true,
    mustChangePassword: ({ context: { returnTarget, origin } }) => isChange(returnTarget.to, origin),
  },
  actions: {
    setRequestedMethod: assign(({ context }) => ({
      method: context.route.screen === 'method' ? context.route.code : null,
    })),
    setFixedMethod: assign(({ context }) => ({ method: fixedCode(context) })),
    setPasskeyMethod: assign({ method: TOKEN_CODES.passkey }),
    setQr: assign({ method: TOKEN_CODES.qr }),
    /** The look-up knows more than the policy does, which may be from before a registration (decision 95). */
    setChosen: assign(({ context: { policy } }, output: ChooserOutput) =>
      output.reason === 'chosen'
        ? {
            method: output.code,
            policy: policy && { ...policy, userTokens: { ...policy.userTokens, ...output.found } },
          }
        : {},
    ),
    /** A flow that still has something to do ends when it is done. */
    askToLeave: sendTo((_, flow: 'push' | 'second-factor') => flow, { type: 'screen.leave' }),
    /** Opening another method's screen drops the code that was under way (decision 79). */
    dropForeignPending: assign(({ context: { session, method } }) =>
      session.person.pending?.tokenCode === method
        ? {}
        : { session: { ...session, person: { ...session.person, pending: null } } },
    ),
    /** The approval that waited has been used or refused. */
    dropApproval: assign(({ context: { session } }) =>
      approvedQr(session) === null
        ? {}
        : { session: { ...session, person: { ...session.person, pending: null } } },
    ),
    dropAssertion: assign({ assertion: null }),
    /** Only the password before a passkey leaves something to do with the passkey of the ID entry. */
    setOutcome: assign(({ context }, outcome: MethodOutcome) => ({
      outcome,
      assertion: outcome.reason === 'passed' ? context.assertion : null,
    })),
    dropOutcome: assign({ outcome: null }),
    setOutcomeFailure: assign(({ context }) => ({ failure: failureIn(context) })),
    passGate: assign(({ context }) => ({
      policy: context.policy && { ...context.policy, check: true },
      outcome: null,
      remark: null,
    })),
    setRecognised: assign(({ context: { session, outcome } }) =>
      outcome?.reason === 'recognised'
        ? {
            session: recognise(session, outcome),
            hasRestarted: false,
            policy: null,
            outcome: null,
            route: { screen: 'firstStep' as const },
          }
        : {},
    ),
    restartFirstStep: assign(({ context }, remark: Remark) => ({
      session: dropSecondStep(context.session),
      route: { screen: 'firstStep' as const },
      remark,
      outcome: null,
      hasRestarted: true,
    })),
    /** The answer of the first step knows the ranks better than the policy check before it did (decision 164). */
    storeFirstStep: assign(({ context: { session, outcome, policy } }) =>
      outcome?.reason === 'authenticated'
        ? {
            session: storeFirstStep(session, outcome.login),
            policy: policy && { ...policy, ...newRanks(outcome.login) },
            outcome: null,
            remark: null,
          }
        : {},
    ),
    storeLogin: assign(({ context }) =>
      context.outcome?.reason === 'authenticated'
        ? {
            session: storeLogin(context.session, context.outcome.login),
            returnTarget: { to: context.outcome.login.to, wantsNoReauth: false },
            outcome: null,
            remark: null,
            hasRestarted: false,
          }
        : {},
    ),
  },
});
