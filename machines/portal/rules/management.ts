import { assign } from 'xstate';
import type { ManagementOutcome } from '#machines/management/management.types.ts';
import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { dropSecondStep } from '#machines/portal/session-rules.ts';
import { routeCode, TOKEN_CODES } from '#wire/token-codes.ts';
import { passwordFlowRules } from './password-flows.ts';

/** The registration of a passkey by its address, which begins at the ID entry for whom nobody knows (decision 151). */
function isAtPasskey(context: PortalContext): boolean {
  const route = managementRoute(context);
  return route?.step === 'first' && route.code === TOKEN_CODES.passkey;
}

/** Guards and actions of where a registration starts and where it returns (decisions 104, 151 and 214). */
export const managementRules = passwordFlowRules.extend({
  guards: {
    offersPasskey: ({ context }) => context.client?.passkey === true,
    asksForManagement: ({ context }) => managementRoute(context) !== null,
    isUnknownUserAtPasskey: ({ context }) => isAtPasskey(context) && context.session.person.userId === '',
    isUnknownUserAtManagement: ({ context }) =>
      managementRoute(context) !== null && context.session.person.userId === '',
    mayManage: ({ context }) => mayManage(context),
    managesSecond: ({ context }) => managementRoute(context)?.step === 'second',
    lacksSecondToken: ({ context }) =>
      managementRoute(context)?.step === 'second' && context.session.person.secondToken === '',
    hasBegunAtEntry: ({ context }) => context.hasBegunAtEntry,
    wantsSignIn: (_, outcome: ManagementOutcome) => outcome.reason === 'signIn',
    /** The login stands, and the service waits. */
    isLoggedIn: ({ context }) => context.session.person.redirect !== '',
    hasIntent: ({ context }) => context.session.person.intent !== '',
    mayWantOverview: ({ context: { policy, session } }) =>
      policy?.canManage === true && policy.listsFactors === true && session.person.intent === '',
    isLoggedInUnmanaged: ({ context }) =>
      context.session.person.redirect !== '' && managementRoute(context) !== null && !mayManage(context),
    hasManaged: (_, outcome: ManagementOutcome) => outcome.reason !== 'back',
  },
  actions: {
    setBegunAtEntry: assign({ hasBegunAtEntry: true, remark: 'remark.manage' as const }),
    /** The ID entry's button: whoever is named next registers a passkey (decision 151). */
    wantPasskey: assign({
      route: { screen: 'management' as const, step: 'first' as const, code: TOKEN_CODES.passkey },
      hasBegunAtEntry: true,
      remark: 'remark.registerPasskey' as const,
    }),
    /** The first step begins anew; the login leads back to what the person wanted to manage. */
    setIntent: assign(({ context: { session, route } }) => {
      const type = route.screen === 'management' && route.code ? `?type=${routeCode(route.code)}` : '';
      const { person } = dropSecondStep(session);
      return {
        session: {
          ...session,
          person: { ...person, redirect: '', intent: `/first/management${type}` },
        },
        policy: null,
        route: { screen: 'firstStep' as const },
        remark: 'remark.signInFirst' as const,
        hasBegunAtEntry: false,
      };
    }),
    /** The overview follows once the second step is done. */
    wantOverview: assign(({ context: { session } }) => ({
      session: { ...session, person: { ...session.person, intent: '/first/management' } },
      remark: 'remark.signInFirst' as const,
    })),
    /** Without a service request, the next screen is the one that the login itself leads to. */
    resumeIntent: assign(({ context: { session, returnTarget } }) => ({
      session: {
        ...session,
        person: { ...session.person, intent: '', redirect: session.person.redirect || returnTarget.to },
      },
      route: parseRoute(session.person.intent),
    })),
    resumeReturn: assign(({ context: { session, returnTarget } }) => ({
      returnTarget:
        returnTarget.to === '' ? { to: session.person.redirect, wantsNoReauth: true } : returnTarget,
    })),
    /** An address of the management that this person cannot use leads elsewhere, with the reason. */
    setUnmanaged: assign(({ context }) =>
      managementRoute(context) === null ? {} : { remark: 'remark.notManaged' as const },
    ),
    /** The change stands: the screen that follows needs the policy anew (decision 214). */
    setManaged: assign(({ context }, outcome: ManagementOutcome) => {
      if (managementRoute(context)?.step === 'second') return { route: { screen: 'second' as const } };
      if (context.hasBegunAtEntry) return { route: { screen: 'first' as const }, hasBegunAtEntry: false };
      return outcome.reason === 'registered'
        ? { route: { screen: 'method' as const, code: outcome.code } }
        : { route: { screen: 'select' as const } };
    }),
    /** Back leads to the chooser, also where a method is opened at once (spec section 2). */
    leaveManagement: assign(({ context }) => {
      const screen = context.hasBegunAtEntry ? ('first' as const) : ('select' as const);
      const isSecond = managementRoute(context)?.step === 'second';
      return { route: { screen: isSecond ? ('second' as const) : screen }, hasBegunAtEntry: false };
    }),
  },
});
