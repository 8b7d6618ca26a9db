import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { ExistingLogin, PortalContext } from '#machines/portal/portal.types.ts';
import {
  beginIdentityCheck,
  beginRequest,
  clientIdOf,
  endIdentityCheck,
  hasDeclined,
  initialClientConfig,
  storeChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import { NO_PERSON, type Session } from '#machines/shared/session.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { assignPortal, type PortalArgs, sendFromPortal } from './actions.ts';

/** The context of a new request. The values of an earlier request or person are dropped. */
function newRequestContext(
  context: PortalContext,
  summary: AuthSummary,
  type: 'oidc' | 'saml',
): Pick<PortalContext, 'session' | 'policy' | 'client' | 'otherTabUserId' | 'existingLogin'> {
  const session = beginRequest(context.session, summary, type);
  const client = initialClientConfig(session, context.config);
  return { session, policy: null, client, otherTabUserId: null, existingLogin: null };
}

/** The context of the management for a signed-in person, who continues to `returnTarget` after it. */
const managementContext = (
  session: Session,
  returnTarget: PortalContext['returnTarget'],
): Pick<PortalContext, 'session' | 'policy' | 'route' | 'existingLogin' | 'returnTarget'> => ({
  session: { ...session, person: { ...session.person, redirect: returnTarget.to } },
  policy: null,
  route: { screen: 'management', step: 'first', code: null },
  existingLogin: null,
  returnTarget,
});

/** The path of the portal's start page, to which a signed-in person returns from the overview. */
const HOME_PATH = '/';

const hasBegunAtHome = ({ config, session }: PortalContext): boolean =>
  config.login !== null && session.person.redirect === HOME_PATH;

/** Guards of the request and its client service. */
export const requestGuards = {
  /** The page was opened with a request that has not been started. */
  isInitialRequest: ({ context: { initialRequest, route } }: PortalArgs) =>
    initialRequest !== null && route.screen === 'redirect',
  /** A service waits for the answer to its request, and the person has not signed in yet. */
  hasRequest: ({ context: { session, existingLogin } }: PortalArgs) =>
    session.request.redirectUrl !== '' && session.request.clientId !== '' && existingLogin === null,
  hasDeclined: ({ context }: PortalArgs) => hasDeclined(context),
  hasBegun: (_: PortalArgs, output: RedirectOutput) => output.reason === 'begun',
  isSignedIn: (_: PortalArgs, output: RedirectOutput) => output.reason === 'authenticated',
  wantsManagement: (_: PortalArgs, output: RedirectOutput) => output.reason === 'managing',
  wantsOtherAccount: (_: PortalArgs, output: RedirectOutput) => output.reason === 'switching',
  /** There is a login in another tab that may finish the request of this tab; the server decides (rule 40). */
  canJoin: ({ context: { otherTabUserId, session } }: PortalArgs) =>
    otherTabUserId !== null && session.request.redirectUrl !== '',
  /** A signed-in person opens the start page of the portal, without a request of a service (rule 157). */
  isSignedInAtHome: ({ context }: PortalArgs) => {
    const { config, route, session } = context;
    if (config.login === null) return false;
    const { userId } = session.person;
    const isNotSigningIn = userId === '' || hasBegunAtHome(context);
    if (route.screen === 'first') return isNotSigningIn && session.request.redirectUrl === '';
    // At the start page, an earlier request of this tab makes no difference.
    return route.screen === 'root' && (isNotSigningIn || userId === config.login.userId);
  },
  hasBegunAtHome: ({ context }: PortalArgs) => hasBegunAtHome(context),
  cannotManageFromHome: ({ context }: PortalArgs) =>
    hasBegunAtHome(context) && managementRoute(context) !== null && !mayManage(context),
  hasExistingLogin: ({ context }: PortalArgs) => context.existingLogin !== null,
  isCurrentClient: ({ context: { session, config } }: PortalArgs, clientId: string) =>
    clientIdOf(session, config) === clientId,
  offersQr: ({ context }: PortalArgs) => context.client?.qrCode === true,
  /** The QR login was requested, and it is not known yet whether the service offers it. */
  needsClient: ({ context: { client, method, session, config } }: PortalArgs) =>
    client === null && method === TYPE_CODES.qr && clientIdOf(session, config) !== '',
};

/** Actions of the request and its client service. */
export const requestActions = {
  beginInitialRequest: assignPortal(({ context }) => {
    const { initialRequest } = context;
    return initialRequest
      ? {
          ...newRequestContext(context, initialRequest, initialRequest.hasOpenIdScope ? 'oidc' : 'saml'),
          initialRequest: null,
        }
      : {};
  }),
  beginRequest: assignPortal(({ context }, output: RedirectOutput) =>
    output.reason === 'begun' ? newRequestContext(context, output.summary, output.type) : {},
  ),
  beginWithoutRequest: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, type: 'auth' } },
  })),
  beginIdentityCheck: assignPortal(({ context: { session } }, type: 'authForPW' | 'authForLogin') => ({
    session: beginIdentityCheck(session, type),
  })),
  endIdentityCheck: assignPortal(({ context: { session } }) => ({ session: endIdentityCheck(session) })),
  /** Stores why the server refused the request, for the error page. */
  setRefusal: assignPortal((_, output: RedirectOutput) =>
    output.reason === 'refused' ? { errorReason: output.notice } : {},
  ),
  leaveSignedIn: assignPortal(({ context }, output: RedirectOutput) =>
    output.reason === 'authenticated'
      ? {
          session: beginRequest(
            context.session,
            output.summary,
            output.summary.hasOpenIdScope ? 'oidc' : 'saml',
          ),
          returnTarget: { to: output.summary.redirectUrl, skipsReauth: true },
        }
      : {},
  ),
  /** A signed-in person manages their factors before continuing to the service. */
  beginManaging: assignPortal(({ context }, output: RedirectOutput) =>
    output.reason === 'managing'
      ? managementContext(
          beginRequest(context.session, output.summary, output.summary.hasOpenIdScope ? 'oidc' : 'saml'),
          { to: output.summary.redirectUrl, skipsReauth: true },
        )
      : {},
  ),
  manageExistingLogin: assignPortal(({ context: { session, existingLogin } }) =>
    existingLogin
      ? managementContext(
          { ...session, person: { ...NO_PERSON, userId: existingLogin.userId } },
          { to: existingLogin.to, skipsReauth: false },
        )
      : {},
  ),
  openManagementFromHome: assignPortal(({ context: { session, config } }) => {
    const { userId, clientId } = config.login ?? { userId: '', clientId: '' };
    return managementContext(
      { request: { ...session.request, clientId }, person: { ...NO_PERSON, userId } },
      { to: HOME_PATH, skipsReauth: false },
    );
  }),
  leaveForOtherAccount: assignPortal((_, output: RedirectOutput) =>
    output.reason === 'switching'
      ? {
          returnTarget: {
            to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
            skipsReauth: false,
          },
        }
      : {},
  ),
  leaveTo: assignPortal((_, to: string) => ({ returnTarget: { to, skipsReauth: false } })),
  setExistingLogin: assignPortal((_, existingLogin: ExistingLogin | null) => ({ existingLogin })),
  resumeLogin: assignPortal(({ context: { existingLogin } }) => ({
    returnTarget: { to: existingLogin?.to ?? '', skipsReauth: false },
  })),
  /** Stores who has signed in in another tab. */
  setOtherLogin: assignPortal((_, otherTabUserId: string | null) => ({ otherTabUserId })),
  notifyOtherTabs: sendFromPortal('tabs', ({ context }) => ({
    type: 'login.finished',
    userId: context.session.person.userId,
  })),
  declineRequest: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, redirectUrl: '', isDeclined: true } },
    returnTarget: {
      to: session.request.redirectUrl,
      skipsReauth: false,
      replacesEntry: true,
      declines: true,
    },
  })),
  /** The error page says that the request has ended. `isDeclined` is cleared, so that it says so only once. */
  setDeclinedReason: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, isDeclined: false } },
    errorReason: 'requestEnded',
    assertion: null,
  })),
  joinLogin: assignPortal(({ context }) => ({
    returnTarget: { to: context.session.request.redirectUrl, skipsReauth: true },
  })),
  chooseLanguage: assignPortal((_, locale: 'ko' | 'en') => ({ locale })),
  refreshClient: sendFromPortal('service-info', { type: 'language.chosen' }),
  requestClient: sendFromPortal('service-info', ({ context: { session, config } }) => ({
    type: 'client.request',
    clientId: clientIdOf(session, config),
  })),
  setClient: assignPortal(({ context: { session } }, client: ClientConfig) => ({
    client,
    session: { ...session, request: { ...session.request, company: client.serviceName } },
  })),
  forwardClient: sendFromPortal('id-entry', (_, config: ClientConfig) => ({
    type: 'client.received',
    config,
  })),
  storeChallenge: assignPortal(({ context }, token: string) => ({
    session: storeChallenge(context.session, token),
  })),
  dropServerSession: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, challengeKey: '' } },
    assertion: null,
  })),
  setIp: assignPortal(({ context }, ip: string) => ({
    session: { ...context.session, request: { ...context.session.request, ip } },
  })),
};
