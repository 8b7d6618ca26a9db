import { setup } from 'xstate';
import type { ResetConditions } from '#machines/forgot-password/forgot-password.setup.ts';
import { port, source } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';
import { BACKGROUND_FLOWS, FIRST_FLOWS, LAZY_FLOWS, type LazyFlow } from './flows.ts';
import type {
  ExistingLogin,
  PolicyCheckResult,
  PortalContext,
  PortalEvent,
  PortalInput,
  PortalMeta,
  TabMessage,
} from './portal.types.ts';
import { appNameOf, parseRoute } from './route.ts';
import { addressActions, addressGuards } from './rules/address.ts';
import { managementActions, managementGuards } from './rules/management.ts';
import { methodActions, methodGuards } from './rules/method.ts';
import { outcomeActions, outcomeGuards } from './rules/outcome.ts';
import { passwordFlowActions, passwordFlowGuards } from './rules/password-flows.ts';
import { personActions, personGuards } from './rules/person.ts';
import { requestActions, requestGuards } from './rules/request.ts';
import { clientIdOf, endIdentityCheck, initialClientConfig, usableStoredPolicy } from './session-rules.ts';

/** Setup of the portal machine. Its guards and actions are in `rules/`, by subject. */
export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    meta: {} as PortalMeta,
    tags: {} as 'busy' | 'unloaded',
  },
  actors: {
    ...FIRST_FLOWS,
    ...LAZY_FLOWS,
    ...BACKGROUND_FLOWS,
    /** Sends messages about logins to the other tabs, and receives theirs. */
    tabs: source<TabMessage>('portal.tabs'),
    /** Loads the chunk of a flow and provides its machine and view. */
    load: port<void, { flow: LazyFlow }>('portal.load'),
    /** Fetches the policy of the person at the client service. */
    checkPolicy: port<PolicyCheckResult, { userId: string; clientId: string }>('portal.checkPolicy'),
    /** The public IP address of the device, or an empty string (rule 10). */
    lookUpIp: port<string>('portal.lookUpIp'),
    /** The existing login of this browser; null when there is no login or `isNeeded` is false. */
    lookUpLogin: port<ExistingLogin | null, { isNeeded: boolean }>('portal.lookUpLogin'),
    /** Fetches whether and how the person may reset the password at the client service (rule 118). */
    fetchResetConditions: port<Result<ResetConditions>, { userId: string; clientId: string }>(
      'portal.fetchResetConditions',
    ),
  },
  guards: {
    ...addressGuards,
    ...personGuards,
    ...requestGuards,
    ...methodGuards,
    ...outcomeGuards,
    ...passwordFlowGuards,
    ...managementGuards,
  },
  actions: {
    ...addressActions,
    ...personActions,
    ...requestActions,
    ...methodActions,
    ...outcomeActions,
    ...passwordFlowActions,
    ...managementActions,
  },
});

/**
 * The ID of the client service that is looked up when the page loads; empty on the redirect page, which fetches the
 * request first.
 */
export const firstClientId = ({ route, session, config }: PortalContext): string =>
  route.screen === 'redirect' ? '' : clientIdOf(session, config);

export const initialContext = (input: PortalInput): PortalContext => {
  const session = endIdentityCheck(input.session);
  const appName = appNameOf(input.address) || session.request.appName;
  return {
    config: input.config,
    locale: input.locale,
    origin: input.origin,
    isOnline: input.isOnline,
    passkeySupport: input.passkeySupport,
    session: { ...session, request: { ...session.request, appName } },
    policy: usableStoredPolicy(input.storedPolicy, session, input.config),
    client: initialClientConfig(session, input.config),
    route: parseRoute(input.address),
    initialRequest: input.config.known?.summary ?? null,
    errorReason: '',
    remark: input.isInterrupted === true ? 'remark.interrupted' : null,
    hasRestarted: false,
    failure: null,
    hasBegunAtIdEntry: false,
    method: null,
    assertion: null,
    endSignInsToken: null,
    passkeyOffer: null,
    outcome: null,
    otherTabUserId: null,
    existingLogin: null,
    canResetPassword: false,
    returnTarget: { to: '', skipsReauth: false },
  };
};
