import { assign, sendTo } from 'xstate';
import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import { approvedQr, isGateOpen, openableFlow, passwordMode } from '#machines/portal/policy-rules.ts';
import { fixedCode } from '#machines/portal/session-rules.ts';
import type { MethodFlow } from '#machines/shared/methods.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { requestRules } from './request.ts';

/** Guards and actions of the chosen method. */
export const methodRules = requestRules.extend({
  guards: {
    isGateOpen: ({ context }) => context.policy !== null && isGateOpen(context.policy),
    hasFixedMethod: ({ context }) => fixedCode(context) !== null,
    /** The method that opens by itself; a remark says when it cannot be used. A password may have been used already. */
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
  },
});
