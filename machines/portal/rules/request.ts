import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { ExistingLogin, PortalContext } from '#machines/portal/portal.types.ts';
import {
  beginIdentityCheck,
  beginRequest,
  clientIdOf,
  endIdentityCheck,
  hasDeclined,
  knownClient,
  storeChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import { NO_PERSON, type Session } from '#machines/shared/session.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { assignPortal, type PortalArgs, sendFromPortal } from './actions.ts';

/** The context of a new request: the values of another request or person are dropped. */
function newRequestContext(
  context: PortalContext,
  summary: AuthSummary,
  type: 'oidc' | 'saml',
): Pick<PortalContext, 'session' | 'policy' | 'client' | 'otherLogin' | 'existingLogin'> {
  const session = beginRequest(context.session, summary, type);
  const client = knownClient(session, context.config);
  return { session, policy: null, client, otherLogin: null, existingLogin: null };
}

/** The context of the management for a person who is signed in, who continues to `returnTarget` afterwards. */
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

/** The portal's own page, to which a signed-in person returns from the overview. */
const HOME = '/';

const hasBegunAtHome = ({ config, session }: PortalContext): boolean =>
  config.login !== null && session.person.redirect === HOME;

/** Guards of the request and its client service. */
export const requestGuards = {
  /** The page contained the request, and it has not been started. */
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
  /** The login of another tab may answer the request of this one: the server decides (rule 40). */
  canJoin: ({ context: { otherLogin, session } }: PortalArgs) =>
    otherLogin !== null && session.request.redirectUrl !== '',
  /** A signed-in person opens the portal's own page, not for the request of a service (rule 157). */
  isSignedInAtHome: ({ context }: PortalArgs) => {
    const { config, route, session } = context;
    if (config.login === null) return false;
    const { userId } = session.person;
    const isNotSigningIn = userId === '' || hasBegunAtHome(context);
    if (route.screen === 'first') return isNotSigningIn && session.request.redirectUrl === '';
    // At the portal's own address, an earlier request of this tab makes no difference.
    return route.screen === 'root' && (isNotSigningIn || userId === config.login.userId);
  },
  hasBegunAtHome: ({ context }: PortalArgs) => hasBegunAtHome(context),
  cannotManageFromHome: ({ context }: PortalArgs) =>
    hasBegunAtHome(context) && managementRoute(context) !== null && !mayManage(context),
  hasExistingLogin: ({ context }: PortalArgs) => context.existingLogin !== null,
  isOwnClient: ({ context: { session, config } }: PortalArgs, clientId: string) =>
    clientIdOf(session, config) === clientId,
  offersQr: ({ context }: PortalArgs) => context.client?.qrCode === true,
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
  beginAuth: assignPortal(({ context: { session } }) => ({
    session: { ...session, request: { ...session.request, type: 'auth' } },
  })),
  beginIdentityCheck: assignPortal(({ context: { session } }, type: 'authForPW' | 'authForLogin') => ({
    session: beginIdentityCheck(session, type),
  })),
  endIdentityCheck: assignPortal(({ context: { session } }) => ({ session: endIdentityCheck(session) })),
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
  /** A person who is signed in manages their methods before continuing to the service. */
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
  manageOwnLogin: assignPortal(({ context: { session, config } }) => {
    const { userId, clientId } = config.login ?? { userId: '', clientId: '' };
    return managementContext(
      { request: { ...session.request, clientId }, person: { ...NO_PERSON, userId } },
      { to: HOME, skipsReauth: false },
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
  setOtherLogin: assignPortal((_, otherLogin: string | null) => ({ otherLogin })),
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
  /** The error page says that the request has ended; the mark is cleared, so that this happens once. */
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
