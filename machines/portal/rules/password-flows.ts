import { assign } from 'xstate';
import type { Forgetting, ForgotPasswordOutput } from '#machines/forgot-password/forgot-password.setup.ts';
import type { PasswordExpiryOutput } from '#machines/password-expiry/password-expiry.machine.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { identify } from '#machines/portal/session-rules.ts';
import type { SelfAuthOutput } from '#machines/shared/password-steps.ts';
import type { Result } from '#machines/shared/result.ts';
import type { UrlPasswordOutput } from '#machines/url-password/url-password.setup.ts';
import { methodRules } from './method.ts';

/** Passwords by link, forgotten and expired ones, and the identity check by its address. */
export const passwordFlowRules = methodRules.extend({
  guards: {
    canForget: ({ context }) => context.canForget,
    lacksLink: ({ context: { route } }) =>
      route.screen === 'url-password' && (route.clientId === '' || route.ak === ''),
    /** No login has led to /change, or it is over (decision 131). */
    lacksChange: ({ context: { route, session } }) =>
      route.screen === 'password-expiry' &&
      (session.person.userId === '' || session.person.accessToken === ''),
    isFinished: (_, output: UrlPasswordOutput) => output.reason === 'finished',
    isReset: (_, output: ForgotPasswordOutput) => output.reason === 'saved',
    isChanged: (_, output: PasswordExpiryOutput) => output.reason === 'saved',
    isIdentityProved: (_, output: SelfAuthOutput) => output.reason === 'passed',
  },
  actions: {
    /** The flow that was interrupted has said so. */
    forgetInterruption: assign(({ context: { remark } }) =>
      remark === 'remark.interrupted' ? { remark: null } : {},
    ),
    hideForgot: assign({ canForget: false }),
    /** Only a local account may forget its password, and only where it may be reset (spec section 6). */
    noteForgetting: assign(({ context: { policy } }, answer: Result<Forgetting>) => ({
      canForget:
        policy?.isLocalUser === true &&
        answer.ok &&
        answer.value.setting.offersPasswordChange &&
        answer.value.account.canSetPassword,
    })),
    openForgot: assign(({ context: { session } }) => ({
      route: { screen: 'forgot-password' as const },
      session: { ...session, flow: { ...session.flow, prevURL: '/first/auth?type=pw' } },
    })),
    /** Back to where the forgot flow was opened (decision 119). */
    returnToFormer: assign(({ context: { session } }) => ({
      route: parseRoute(session.flow.prevURL || '/first'),
    })),
    noteFinished: assign((_, output: UrlPasswordOutput) =>
      output.reason === 'finished'
        ? { departure: { to: output.to, wantsNoReauth: false, takesEntry: true } }
        : {},
    ),
    noteReset: assign(({ context }, output: ForgotPasswordOutput) => {
      if (output.reason !== 'saved' || !output.identified) return {};
      const { identified, authType } = output;
      return {
        session: identify(context.session, identified),
        policy: identified.policy,
        remark: 'remark.passwordReset' as const,
        route: parseRoute(authType === 'otp' ? '/first/auth?type=pw' : '/first'),
      };
    }),
    noteChanged: assign(({ context: { session } }, output: PasswordExpiryOutput) => ({
      departure: {
        to: (output.reason === 'saved' && output.to) || session.person.redirect || '/',
        wantsNoReauth: false,
        takesEntry: true,
      },
    })),
    leaveCheck: assign(({ context: { session } }) => ({
      departure: { to: session.flow.redirectUrl || '/first', wantsNoReauth: false, takesEntry: true },
    })),
  },
});
