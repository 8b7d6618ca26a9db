import { assign, sendTo } from 'xstate';
import type { StandingLogin } from '#machines/portal/portal.types.ts';
import {
  beginCheck,
  beginRequest,
  clientIdOf,
  endCheck,
  knownClient,
  noteChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { personRules } from './person.ts';

/** What a client service asks for, and what is known of it. */
export const requestRules = personRules.extend({
  guards: {
    hasBegun: (_, output: RedirectOutput) => output.reason === 'begun',
    isSignedIn: (_, output: RedirectOutput) => output.reason === 'authenticated',
    wantsOtherAccount: (_, output: RedirectOutput) => output.reason === 'switching',
    /** The login of another tab may answer the request of this one: the server decides (decision 40). */
    canJoin: ({ context: { otherLogin, session } }) => otherLogin !== null && session.flow.redirectUrl !== '',
    hasStandingLogin: ({ context }) => context.standingLogin !== null,
    isOwnClient: ({ context: { session, config } }, clientId: string) =>
      clientIdOf(session, config) === clientId,
    offersQr: ({ context }) => context.client?.qrCode === true,
    mustLearnClient: ({ context: { client, method, session, config } }) =>
      client === null && method === TOKEN_CODES.qr && clientIdOf(session, config) !== '',
  },
  actions: {
    beginRequest: assign(({ context }, output: RedirectOutput) => {
      if (output.reason !== 'begun') return {};
      const session = beginRequest(context.session, output.summary, output.type);
      return {
        session,
        policy: null,
        client: knownClient(session, context.config),
        otherLogin: null,
        standingLogin: null,
      };
    }),
    beginAuth: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, type: 'auth' as const } },
    })),
    beginCheck: assign(({ context: { session } }, type: 'authForPW' | 'authForLogin') => ({
      session: beginCheck(session, type),
    })),
    endCheck: assign(({ context: { session } }) => ({ session: endCheck(session) })),
    noteRefusal: assign((_, output: RedirectOutput) =>
      output.reason === 'refused' ? { errorReason: output.notice } : {},
    ),
    leaveSignedIn: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'authenticated'
        ? {
            session: beginRequest(
              context.session,
              output.summary,
              output.summary.hasOpenIdScope ? 'oidc' : 'saml',
            ),
            departure: { to: output.summary.redirectUrl, wantsNoReauth: true },
          }
        : {},
    ),
    leaveForOtherAccount: assign((_, output: RedirectOutput) =>
      output.reason === 'switching'
        ? {
            departure: {
              to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
              wantsNoReauth: false,
            },
          }
        : {},
    ),
    leaveFor: assign((_, to: string) => ({ departure: { to, wantsNoReauth: false } })),
    noteStandingLogin: assign((_, standingLogin: StandingLogin | null) => ({ standingLogin })),
    resumeLogin: assign(({ context: { standingLogin } }) => ({
      departure: { to: standingLogin?.to ?? '', wantsNoReauth: false },
    })),
    noteOtherLogin: assign((_, otherLogin: string | null) => ({ otherLogin })),
    tellOtherTabs: sendTo('tabs', ({ context }) => ({
      type: 'login.finished' as const,
      userId: context.session.person.userId,
    })),
    joinLogin: assign(({ context }) => ({
      departure: { to: context.session.flow.redirectUrl, wantsNoReauth: true },
    })),
    askClient: sendTo('service-info', ({ context: { session, config } }) => ({
      type: 'client.wanted' as const,
      clientId: clientIdOf(session, config),
    })),
    noteClient: assign(({ context: { session } }, client: ClientConfig) => ({
      client,
      session: { ...session, flow: { ...session.flow, company: client.serviceName } },
    })),
    tellIdentity: sendTo('id-entry', (_, config: ClientConfig) => ({
      type: 'client.learned' as const,
      config,
    })),
    noteChallenge: assign(({ context }, token: string) => ({
      session: noteChallenge(context.session, token),
    })),
    breakWithServer: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, challengeKey: '' } },
      assertion: null,
    })),
    noteIp: assign(({ context }, ip: string) => ({
      session: { ...context.session, flow: { ...context.session.flow, ip } },
    })),
  },
});
