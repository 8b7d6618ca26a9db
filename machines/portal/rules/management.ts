import type { ManagementOutcome } from '#machines/management/management.types.ts';
import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { dropSecondStep } from '#machines/portal/session-rules.ts';
import { routeCode, TYPE_CODES } from '#wire/token-codes.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** The registration of a passkey by its address, which begins at the ID entry for an unknown person (rule 151). */
function isAtPasskey(context: PortalContext): boolean {
  const route = managementRoute(context);
  return route?.step === 'first' && route.code === TYPE_CODES.passkey;
}

/** Guards of where a registration starts and where it returns (rules 104, 151 and 214). */
export const managementGuards = {
  offersPasskey: ({ context }: PortalArgs) => context.client?.passkey === true,
  asksForManagement: ({ context }: PortalArgs) => managementRoute(context) !== null,
  isUnknownUserAtPasskey: ({ context }: PortalArgs) =>
    isAtPasskey(context) && context.session.person.userId === '',
  isUnknownUserAtManagement: ({ context }: PortalArgs) =>
    managementRoute(context) !== null && context.session.person.userId === '',
  mayManage: ({ context }: PortalArgs) => mayManage(context),
  managesSecond: ({ context }: PortalArgs) => managementRoute(context)?.step === 'second',
  lacksSecondToken: ({ context }: PortalArgs) =>
    managementRoute(context)?.step === 'second' && context.session.person.secondToken === '',
  hasBegunAtEntry: ({ context }: PortalArgs) => context.hasBegunAtEntry,
  wantsSignIn: (_: PortalArgs, outcome: ManagementOutcome) => outcome.reason === 'signIn',
  /** The login is complete, and the service waits for the person. */
  isLoggedIn: ({ context }: PortalArgs) => context.session.person.redirect !== '',
  hasIntent: ({ context }: PortalArgs) => context.session.person.intent !== '',
  mayWantOverview: ({ context: { policy, session } }: PortalArgs) =>
    policy?.canManage === true && policy.listsFactors === true && session.person.intent === '',
  cannotManageLoggedIn: ({ context }: PortalArgs) =>
    context.session.person.redirect !== '' && managementRoute(context) !== null && !mayManage(context),
  hasManaged: (_: PortalArgs, outcome: ManagementOutcome) => outcome.reason !== 'back',
};

/** Actions of where a registration starts and where it returns (rules 104, 151 and 214). */
export const managementActions = {
  setBegunAtEntry: assignPortal({ hasBegunAtEntry: true, remark: 'remark.manage' }),
  /** The ID entry's button: the person who is identified next registers a passkey (rule 151). */
  wantPasskey: assignPortal({
    route: { screen: 'management', step: 'first', code: TYPE_CODES.passkey },
    hasBegunAtEntry: true,
    remark: 'remark.registerPasskey',
  }),
  /** Restarts the first step; the login then returns to the requested management screen. */
  setIntent: assignPortal(({ context: { session, route } }) => {
    const type = route.screen === 'management' && route.code ? `?type=${routeCode(route.code)}` : '';
    const { person } = dropSecondStep(session);
    return {
      session: {
        ...session,
        person: { ...person, redirect: '', intent: `/first/management${type}` },
      },
      policy: null,
      route: { screen: 'firstStep' },
      remark: 'remark.signInFirst',
      hasBegunAtEntry: false,
    };
  }),
  /** The overview follows once the second step is done. */
  wantOverview: assignPortal(({ context: { session } }) => ({
    session: { ...session, person: { ...session.person, intent: '/first/management' } },
    remark: 'remark.signInFirst',
  })),
  /** Without a service request, the next screen is the one that the login itself leads to. */
  resumeIntent: assignPortal(({ context: { session, returnTarget } }) => ({
    session: {
      ...session,
      person: { ...session.person, intent: '', redirect: session.person.redirect || returnTarget.to },
    },
    route: parseRoute(session.person.intent),
  })),
  resumeReturn: assignPortal(({ context: { session, returnTarget } }) => ({
    returnTarget:
      returnTarget.to === '' ? { to: session.person.redirect, wantsNoReauth: true } : returnTarget,
  })),
  /** An address of the management that this person cannot use leads elsewhere, with the reason. */
  setNotManaged: assignPortal(({ context }) =>
    managementRoute(context) === null ? {} : { remark: 'remark.notManaged' },
  ),
  /** After a change the next screen needs the new policy (rule 214). */
  setManaged: assignPortal(({ context }, outcome: ManagementOutcome) => {
    if (managementRoute(context)?.step === 'second') return { route: { screen: 'second' } };
    if (context.hasBegunAtEntry) return { route: { screen: 'first' }, hasBegunAtEntry: false };
    return outcome.reason === 'registered'
      ? { route: { screen: 'method', code: outcome.code } }
      : { route: { screen: 'select' } };
  }),
  /** Back leads to the chooser, also where a method is opened at once (spec section 2). */
  leaveManagement: assignPortal(({ context }) => {
    const screen = context.hasBegunAtEntry ? 'first' : 'select';
    const isSecond = managementRoute(context)?.step === 'second';
    return { route: { screen: isSecond ? 'second' : screen }, hasBegunAtEntry: false };
  }),
};
