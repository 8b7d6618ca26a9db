import type {
  ForgotPasswordOutput,
  ResetConditions,
} from '#machines/forgot-password/forgot-password.setup.ts';
import type { PasswordExpiryOutput } from '#machines/password-expiry/password-expiry.machine.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { withIdentifiedPerson } from '#machines/portal/session-rules.ts';
import type { SelfAuthOutput } from '#machines/shared/password-steps.ts';
import type { Result } from '#machines/shared/result.ts';
import { personFor } from '#machines/shared/session.ts';
import type { UrlPasswordOutput } from '#machines/url-password/url-password.setup.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** Guards of the password flows and of the identity check at its own address. */
export const passwordFlowGuards = {
  canResetPassword: ({ context }: PortalArgs) => context.canResetPassword,
  lacksLink: ({ context: { route } }: PortalArgs) =>
    route.screen === 'url-password' && (route.clientId === '' || route.ak === ''),
  /** /change was requested, but no login requires a password change (rule 131). */
  lacksPasswordChange: ({ context: { route, session } }: PortalArgs) =>
    route.screen === 'password-expiry' && (session.person.userId === '' || session.person.accessToken === ''),
  isFinished: (_: PortalArgs, output: UrlPasswordOutput) => output.reason === 'finished',
  isPasswordReset: (_: PortalArgs, output: ForgotPasswordOutput) => output.reason === 'saved',
  isPasswordChanged: (_: PortalArgs, output: PasswordExpiryOutput) => output.reason === 'saved',
  isIdentityProven: (_: PortalArgs, output: SelfAuthOutput) => output.reason === 'passed',
};

/** Actions of the password flows and of the identity check at its own address. */
export const passwordFlowActions = {
  /** Removes the remark about an interruption, after the flow has shown it. */
  clearInterruptedRemark: assignPortal(({ context: { remark } }) =>
    remark === 'remark.interrupted' ? { remark: null } : {},
  ),
  hideResetLink: assignPortal({ canResetPassword: false }),
  /** Only a local account may reset its password, and only if the setting and the account allow it (spec section 6). */
  setCanResetPassword: assignPortal(({ context: { policy } }, answer: Result<ResetConditions>) => ({
    canResetPassword:
      policy?.isLocalUser === true &&
      answer.ok &&
      answer.value.setting.offersPasswordChange &&
      answer.value.account.canSetPassword,
  })),
  openForgotPassword: assignPortal(({ context: { session } }) => ({
    route: { screen: 'forgot-password' },
    session: { ...session, request: { ...session.request, prevURL: '/first/auth?type=pw' } },
  })),
  /** Returns to the screen from which the flow for a forgotten password was opened (rule 119). */
  returnToPrevious: assignPortal(({ context: { session } }) => ({
    route: parseRoute(session.request.prevURL || '/first'),
  })),
  /** Sets the return target after a password link, and stores the ID for which the password was saved. */
  setFinished: assignPortal(({ context: { session } }, output: UrlPasswordOutput) =>
    output.reason === 'finished'
      ? {
          returnTarget: { to: output.to, skipsReauth: false, replacesEntry: true },
          session: { ...session, request: { ...session.request, passwordSavedFor: output.passwordSavedFor } },
        }
      : {},
  ),
  /**
   * Starts the sign-in after a password was saved through a link. The sign-in uses the ID of the saved password, unless the
   * service requests another ID.
   */
  beginWithSavedPassword: assignPortal(({ context: { session } }) => {
    const { passwordSavedFor } = session.request;
    const { userId } = session.person;
    const isSamePerson = passwordSavedFor !== '' && (userId === '' || userId === passwordSavedFor);
    return {
      session: {
        request: { ...session.request, passwordSavedFor: '' },
        person: isSamePerson ? personFor(session.person, passwordSavedFor) : session.person,
      },
      ...(isSamePerson && { remark: 'remark.passwordSaved' }),
    };
  }),
  /** Sets the remark that the saved password does not belong to the signed-in person. */
  setOtherPersonRemark: assignPortal(({ context: { session, config } }) =>
    ['', config.login?.userId].includes(session.request.passwordSavedFor)
      ? {}
      : { remark: 'remark.stillSignedIn' },
  ),
  forgetSavedPassword: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, passwordSavedFor: '' } },
  })),
  setPersonAfterReset: assignPortal(({ context }, output: ForgotPasswordOutput) => {
    if (output.reason !== 'saved' || !output.identified) return {};
    const { identified, authType } = output;
    return {
      session: withIdentifiedPerson(context.session, identified),
      policy: identified.policy,
      remark: 'remark.passwordReset',
      route: parseRoute(authType === 'otp' ? '/first/auth?type=pw' : '/first'),
    };
  }),
  setTargetAfterPasswordChange: assignPortal(({ context: { session } }, output: PasswordExpiryOutput) => ({
    returnTarget: {
      to: (output.reason === 'saved' && output.to) || session.person.redirect || '/',
      skipsReauth: false,
      replacesEntry: true,
    },
  })),
  leaveIdentityCheck: assignPortal(({ context: { session } }) => ({
    returnTarget: { to: session.request.redirectUrl || '/first', skipsReauth: false, replacesEntry: true },
  })),
};
