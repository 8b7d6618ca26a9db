import type { ManagementOutcome } from '#machines/management/management.types.ts';
import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { dropFirstStep } from '#machines/portal/session-rules.ts';
import { routeCode, TYPE_CODES } from '#wire/type-codes.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** Whether the address requests the registration of a passkey (rule 151). */
function isAtPasskeyRegistration(context: PortalContext): boolean {
  const route = managementRoute(context);
  return route?.step === 'first' && route.code === TYPE_CODES.passkey;
}

/** Guards for the screens before and after a registration (rules 104, 151 and 214). */
export const managementGuards = {
  offersPasskey: ({ context }: PortalArgs) => context.client?.passkey === true,
  isAtManagement: ({ context }: PortalArgs) => managementRoute(context) !== null,
  isUnknownUserAtPasskey: ({ context }: PortalArgs) =>
    isAtPasskeyRegistration(context) && context.session.person.userId === '',
  isUnknownUserAtManagement: ({ context }: PortalArgs) =>
    managementRoute(context) !== null && context.session.person.userId === '',
  mayManage: ({ context }: PortalArgs) => mayManage(context),
  isManagementAtSecondStep: ({ context }: PortalArgs) => managementRoute(context)?.step === 'second',
  lacksSecondToken: ({ context }: PortalArgs) =>
    managementRoute(context)?.step === 'second' && context.session.person.secondToken === '',
  hasBegunAtIdEntry: ({ context }: PortalArgs) => context.hasBegunAtIdEntry,
  wantsSignIn: (_: PortalArgs, outcome: ManagementOutcome) => outcome.reason === 'signIn',
  /** The login is complete, and the person has not returned to the service yet. */
  isLoggedIn: ({ context }: PortalArgs) => context.session.person.redirect !== '',
  hasManagementUrl: ({ context }: PortalArgs) => context.session.person.managementUrl !== '',
  mayRequestOverview: ({ context: { policy, session } }: PortalArgs) =>
    policy?.canManage === true && policy.listsFactors === true && session.person.managementUrl === '',
  cannotManageLoggedIn: ({ context }: PortalArgs) =>
    context.session.person.redirect !== '' && managementRoute(context) !== null && !mayManage(context),
  hasChange: (_: PortalArgs, outcome: ManagementOutcome) => outcome.reason !== 'back',
};

/** Actions for the screens before and after a registration (rules 104, 151 and 214). */
export const managementActions = {
  setBegunAtIdEntry: assignPortal({ hasBegunAtIdEntry: true, remark: 'remark.manage' }),
  /** The ID entry's button: the person who is identified next registers a passkey (rule 151). */
  requestPasskey: assignPortal({
    route: { screen: 'management', step: 'first', code: TYPE_CODES.passkey },
    hasBegunAtIdEntry: true,
    remark: 'remark.registerPasskey',
  }),
  /** Restarts the first step; the login then returns to the requested management screen. */
  setManagementUrl: assignPortal(({ context: { session, route } }) => {
    const type = route.screen === 'management' && route.code ? `?type=${routeCode(route.code)}` : '';
    const { person } = dropFirstStep(session);
    return {
      session: {
        ...session,
        person: { ...person, redirect: '', managementUrl: `/first/management${type}` },
      },
      policy: null,
      route: { screen: 'firstStep' },
      remark: 'remark.signInFirst',
      hasBegunAtIdEntry: false,
    };
  }),
  /** Requests the overview, which opens after the second step. */
  requestOverview: assignPortal(({ context: { session } }) => ({
    session: { ...session, person: { ...session.person, managementUrl: '/first/management' } },
    remark: 'remark.signInFirst',
  })),
  /** Opens the management screen. After it, the person continues to the waiting service, or to the address of the login result. */
  openManagement: assignPortal(({ context: { session, returnTarget } }) => ({
    session: {
      ...session,
      person: {
        ...session.person,
        managementUrl: '',
        redirect: session.person.redirect || returnTarget.to,
      },
    },
    route: parseRoute(session.person.managementUrl),
  })),
  /** Continues to the return target after the management. */
  resumeReturn: assignPortal(({ context: { session, returnTarget } }) => ({
    returnTarget: returnTarget.to === '' ? { to: session.person.redirect, skipsReauth: true } : returnTarget,
  })),
  /** Shows on the next screen why the requested management screen was not opened. */
  setNotManaged: assignPortal(({ context }) =>
    managementRoute(context) === null ? {} : { remark: 'remark.notManaged' },
  ),
  /** Sets the screen that follows a change of factors. It opens after the policy was fetched again (rule 214). */
  setManaged: assignPortal(({ context }, outcome: ManagementOutcome) => {
    if (managementRoute(context)?.step === 'second') return { route: { screen: 'second' } };
    if (context.hasBegunAtIdEntry) return { route: { screen: 'first' }, hasBegunAtIdEntry: false };
    return outcome.reason === 'registered'
      ? { route: { screen: 'method', code: outcome.code } }
      : { route: { screen: 'select' } };
  }),
  /** Sets the screen that follows Back: the chooser, even for a person with a default method (spec section 2). */
  leaveManagement: assignPortal(({ context }) => {
    const screen = context.hasBegunAtIdEntry ? 'first' : 'select';
    const isSecond = managementRoute(context)?.step === 'second';
    return { route: { screen: isSecond ? 'second' : screen }, hasBegunAtIdEntry: false };
  }),
};
