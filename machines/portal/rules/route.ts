import { assign } from 'xstate';
import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import { portalBase } from '#machines/portal/portal.base.ts';
import type { Remark } from '#machines/portal/portal.types.ts';
import { parseRoute, type Route } from '#machines/portal/route.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

/** Guards and actions of the requested address. */
export const routeRules = portalBase.extend({
  guards: {
    asksFor: ({ context }, screen: Route['screen']) => context.route.screen === screen,
    lacksAk: ({ context: { route } }) => route.screen === 'provisioning' && route.ak === '',
    isUnknownUserAtQr: ({ context: { session, route } }) =>
      session.person.userId === '' && route.screen === 'method' && route.code === TOKEN_CODES.qr,
    /** Nothing has opened the second step: it is no screen to begin at (decision 103). */
    isAtSecondWithoutProof: ({ context: { route, session, policy } }) =>
      route.screen === 'second' &&
      (session.person.secondToken === '' || (policy !== null && !policy.secondAuth)),
  },
  actions: {
    setRoute: assign((_, address: string) => ({
      route: parseRoute(address),
      remark: null,
      failure: null,
      assertion: null,
      hasBegunAtEntry: false,
    })),
    setRegistration: assign((_, output: ChooserOutput) =>
      output.reason === 'registration'
        ? {
            route: { screen: 'management' as const, step: 'first' as const, code: output.code },
            hasBegunAtEntry: false,
          }
        : {},
    ),
    setErrorReason: assign((_, errorReason: string) => ({ errorReason, assertion: null })),
    setRequestedReason: assign(({ context: { route } }) => ({
      errorReason: route.screen === 'error' ? route.reason : '',
    })),
    dropHandedCode: assign({ route: { screen: 'authenticated' as const, otp: '' } }),
    /** Why the login began anew is said before anything else. */
    setRemark: assign(({ context }, remark: Remark) => ({ remark: context.remark ?? remark })),
  },
});
