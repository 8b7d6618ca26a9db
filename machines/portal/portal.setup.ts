import { assign, sendTo } from 'xstate';
import type { PortalContext, PortalInput } from './portal.types.ts';
import { appNameOf, parseRoute } from './route.ts';
import { managementRules } from './rules/management.ts';
import { clientIdOf, endCheck, knownClient, ownPolicy } from './session-rules.ts';

/** Setup of the portal machine. */
export const portalSetup = managementRules.extend({
  actions: {
    chooseLanguage: assign((_, locale: 'ko' | 'en') => ({ locale })),
    askClientAgain: sendTo('service-info', { type: 'language.chosen' as const }),
  },
});

/** The client service to look up at load; empty when the redirect page has yet to find it out. */
export const firstClient = ({ route, session, config }: PortalContext): string =>
  route.screen === 'redirect' ? '' : clientIdOf(session, config);

export const initialContext = (input: PortalInput): PortalContext => {
  const session = endCheck(input.session);
  const appName = appNameOf(input.address) || session.flow.appName;
  return {
    config: input.config,
    locale: input.locale,
    origin: input.origin,
    isOnline: input.isOnline,
    passkeySupport: input.passkeySupport,
    session: { ...session, flow: { ...session.flow, appName } },
    policy: ownPolicy(input.storedPolicy, session, input.config),
    client: knownClient(session, input.config),
    route: parseRoute(input.address),
    initialRequest: input.config.known?.summary ?? null,
    errorReason: '',
    remark: input.isInterrupted === true ? 'remark.interrupted' : null,
    hasRestarted: false,
    failure: null,
    hasBegunAtEntry: false,
    method: null,
    assertion: null,
    outcome: null,
    otherLogin: null,
    existingLogin: null,
    canResetPassword: false,
    returnTarget: { to: '', wantsNoReauth: false },
  };
};
