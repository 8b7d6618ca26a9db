import type Provider from 'oidc-provider';
import type { Configuration, JWKS, KoaContextWithOIDC } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import type { Storage } from '#server/storage/storage.ts';
import { ACR_VALUES } from './acr.ts';
import { claimsParameter } from './claims-parameter.ts';
import { clientMetadata, needsPkce, registeredOrigins } from './clients.ts';
import { firstPartyGrant } from './grants.ts';
import type { Library } from './library.ts';
import { renderError } from './pages/error.ts';
import { renderFormPost } from './pages/form-post.ts';
import { renderLogoutEnd, renderLogoutQuestion } from './pages/logout.ts';
import type { PageContext } from './pages/page.ts';
import { portalInteractions } from './policy.ts';
import { ROUTES } from './routes.ts';
import type { EngineStore } from './store.ts';

/** What the engine is built from. */
export type EngineOptions = {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly storage: Storage;
  /** Folder of the signing keys on one machine; null for keys in memory. */
  readonly dataDir: string | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Absent, each request is led to its page. */
  readonly pageInPlace?: PageInPlace;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds that a request may wait for its person. */
const INTERACTION_SECONDS = HOUR;

const CLAIMS = {
  openid: ['sub', 'auth_time', 'amr', 'acr'],
  profile: ['name', 'name#ko', 'name#en', 'preferred_username'],
  email: ['email'],
  phone: ['phone_number'],
};

/** The claim names under which services receive groups. */
const groupClaims = ({ clients }: ServerConfig): readonly string[] => [
  ...new Set(clients.flatMap(({ groups }) => groups?.claim ?? [])),
];

function configuration(
  library: Library,
  { config, portal, now }: EngineOptions,
  jwks: JWKS,
  store: EngineStore,
  pages: PageContext,
): Configuration {
  const isSecure = config.publicUrl.startsWith('https:');
  const lax = { httpOnly: true, sameSite: 'lax', secure: isSecure, overwrite: true } as const;
  const sessionSeconds = config.session.absoluteMinutes * MINUTE;
  const clientOf = (clientId: string) => pages.clients.get(clientId);

  return {
    adapter: store.adapter,
    jwks,
    clients: config.clients.map(clientMetadata),
    routes: ROUTES,
    scopes: ['openid'],
    claims: { ...CLAIMS, openid: [...CLAIMS.openid, ...groupClaims(config)] },
    acrValues: Object.values(ACR_VALUES),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    interactions: portalInteractions(library, portal, now),
    loadExistingGrant: firstPartyGrant,
    pkce: {
      required: (_ctx, { clientId }) => {
        const client = clientOf(clientId);
        return client === undefined || needsPkce(client);
      },
    },
    clientBasedCORS: (_ctx, origin, { clientId }) => {
      const client = clientOf(clientId);
      return client !== undefined && registeredOrigins(client).includes(origin);
    },
    async findAccount(ctx, userId) {
      const claims = await portal.claims(userId, ctx.oidc.client?.clientId ?? '');
      return claims ? { accountId: userId, claims: async () => ({ ...claims }) } : undefined;
    },
    // The library's dispatcher shuts private networks, where the services of the operator's file often are.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    renderError: (ctx, out, error) => renderError(ctx, pages, out, error),
    features: {
      claimsParameter: claimsParameter(library),
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: config.oidc.dpop },
      pushedAuthorizationRequests: { enabled: config.oidc.par },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => renderLogoutQuestion(ctx, pages),
        postLogoutSuccessSource: (ctx) => renderLogoutEnd(ctx, pages),
      },
    },
    cookies: {
      names: {
        session: isSecure ? '__Host-munjigi.engine' : 'munjigi.engine',
        interaction: isSecure ? '__Secure-munjigi.interaction' : 'munjigi.interaction',
        resume: isSecure ? '__Secure-munjigi.resume' : 'munjigi.resume',
      },
      long: lax,
      short: lax,
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: MINUTE,
      IdToken: HOUR,
      Interaction: INTERACTION_SECONDS,
      Grant: sessionSeconds,
      Session: sessionSeconds,
    },
  };
}

/** Builds the OpenID provider: its configuration, with the portal's page for form_post responses. */
export function createProvider(
  library: Library,
  options: EngineOptions,
  jwks: JWKS,
  store: EngineStore,
  pages: PageContext,
): Provider {
  class PortalProvider extends library.Provider {
    override registerResponseMode(
      name: string,
      handler: (
        ctx: KoaContextWithOIDC,
        action: string,
        response: Record<string, unknown>,
      ) => void | Promise<void>,
    ): void {
      super.registerResponseMode(
        name,
        name === 'form_post'
          ? (ctx, action, response) => renderFormPost(ctx, pages, action, response)
          : handler,
      );
    }
  }
  const provider = new PortalProvider(
    options.config.publicUrl,
    configuration(library, options, jwks, store, pages),
  );
  provider.proxy = true;
  return provider;
}
