import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import type { Remark } from '#machines/portal/portal.types.ts';
import { parseRoute, type Route } from '#machines/portal/route.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { assignPortal, type PortalArgs } from './actions.ts';

/** Guards of the requested address. */
export const addressGuards = {
  isAt: ({ context }: PortalArgs, screen: Route['screen']) => context.route.screen === screen,
  lacksAk: ({ context: { route } }: PortalArgs) => route.screen === 'provisioning' && route.ak === '',
  isUnknownUserAtQr: ({ context: { session, route } }: PortalArgs) =>
    session.person.userId === '' && route.screen === 'method' && route.code === TYPE_CODES.qr,
  /** The second step was requested, but the first step is not done or the policy has no second step (rule 103). */
  isAtSecondWithoutProof: ({ context: { route, session, policy } }: PortalArgs) =>
    route.screen === 'second' &&
    (session.person.secondToken === '' || (policy !== null && !policy.secondAuth)),
};

/** Actions of the requested address. */
export const addressActions = {
  setRoute: assignPortal((_, address: string) => ({
    route: parseRoute(address),
    remark: null,
    failure: null,
    assertion: null,
    hasBegunAtIdEntry: false,
  })),
  /** Opens the registration that was chosen in the chooser. */
  setRegistrationRoute: assignPortal((_, output: ChooserOutput) =>
    output.reason === 'registration'
      ? {
          route: { screen: 'management', step: 'first', code: output.code },
          hasBegunAtIdEntry: false,
        }
      : {},
  ),
  setErrorReason: assignPortal((_, errorReason: string) => ({ errorReason, assertion: null })),
  setRequestedReason: assignPortal(({ context: { route } }) => ({
    errorReason: route.screen === 'error' ? route.reason : '',
  })),
  /** Removes the code of /authenticated (rule 49). */
  forgetCode: assignPortal({ route: { screen: 'authenticated', otp: '' } }),
  /** Sets a remark, unless there is one already, such as why the login restarted. */
  setRemark: assignPortal(({ context }, remark: Remark) => ({ remark: context.remark ?? remark })),
};
