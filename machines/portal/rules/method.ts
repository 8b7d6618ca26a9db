import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import {
  approvedQrId,
  needsPasswordGate,
  openableFlow,
  passwordMode,
} from '#machines/portal/policy-rules.ts';
import { defaultMethodCode } from '#machines/portal/session-rules.ts';
import type { MethodFlow } from '#machines/shared/methods.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { assignPortal, type PortalArgs, sendFromPortal } from './actions.ts';

/** Guards of the chosen method. */
export const methodGuards = {
  needsPasswordGate: ({ context }: PortalArgs) =>
    context.policy !== null && needsPasswordGate(context.policy),
  hasDefaultMethod: ({ context }: PortalArgs) => defaultMethodCode(context) !== null,
  /**
   * Whether the requested method is the default method, so that a message says why it did not open. There is no message
   * about a password, because the password gate may have used it already.
   */
  isDefaultMethod: ({ context }: PortalArgs) =>
    context.method !== null &&
    context.method !== TYPE_CODES.password &&
    defaultMethodCode(context) === context.method,
  hasAssertion: ({ context }: PortalArgs) => context.assertion !== null,
  /** The password alone completes this login, so an approved QR code cannot be used. */
  hasUnusableApproval: ({ context: { policy, session } }: PortalArgs) =>
    policy !== null &&
    approvedQrId(session) !== null &&
    needsPasswordGate(policy) &&
    passwordMode(policy) === 'login',
  hasApprovedQr: ({ context }: PortalArgs) => approvedQrId(context.session) !== null,
  /** Whether the requested method can be opened and has this flow. */
  opens: ({ context }: PortalArgs, flow: MethodFlow) => openableFlow(context) === flow,
  isMethodChosen: (_: PortalArgs, output: ChooserOutput) => output.reason === 'chosen',
  wantsRegistration: (_: PortalArgs, output: ChooserOutput) => output.reason === 'registration',
};

/** Actions of the chosen method. */
export const methodActions = {
  setRequestedMethod: assignPortal(({ context }) => ({
    method: context.route.screen === 'method' ? context.route.code : null,
  })),
  setDefaultMethod: assignPortal(({ context }) => ({ method: defaultMethodCode(context) })),
  setPasskeyMethod: assignPortal({ method: TYPE_CODES.passkey }),
  setQrMethod: assignPortal({ method: TYPE_CODES.qr }),
  /** Stores the chosen method, and updates the tokens of the policy, which may be older than a registration (rule 95). */
  setChosen: assignPortal(({ context: { policy } }, output: ChooserOutput) =>
    output.reason === 'chosen'
      ? {
          method: output.code,
          policy: policy && { ...policy, userTokens: { ...policy.userTokens, ...output.authenticators } },
        }
      : {},
  ),
  /** Requests a flow to clean up, for example to withdraw a push, and then to end. */
  requestLeave: sendFromPortal((_, flow: 'push' | 'second-factor') => flow, { type: 'screen.leave' }),
  /** Drops the pending code when the screen of another method opens (rule 79). */
  dropOtherPending: assignPortal(({ context: { session, method } }) =>
    session.person.pending?.tokenCode === method
      ? {}
      : { session: { ...session, person: { ...session.person, pending: null } } },
  ),
  /** Drops an approved QR code after it was used or refused. */
  dropApproval: assignPortal(({ context: { session } }) =>
    approvedQrId(session) === null
      ? {}
      : { session: { ...session, person: { ...session.person, pending: null } } },
  ),
  dropAssertion: assignPortal({ assertion: null }),
};
