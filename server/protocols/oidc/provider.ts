import type Provider from 'oidc-provider';
import type { Configuration, JWKS, KoaContextWithOIDC, TokenEndpointGrantContext } from 'oidc-provider';
import { followsFapi, hasDeviceFlow, hasFapiService } from '#server/config/client-authentication.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { clientAddressOf } from '#server/http/guard/client-address.ts';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import type { Storage } from '#server/storage/storage.ts';
import { ACR_VALUES } from './acr.ts';
import { claimsParameter } from './claims-parameter.ts';
import { clientMetadata, DEVICE_GRANT, registeredOrigins, requiresPkce } from './clients.ts';
import { redirectToDeviceResult } from './device-result.ts';
import { firstPartyGrant } from './grants.ts';
import { portalInteractions } from './interaction-policy.ts';
import type { Library } from './library.ts';
import { renderError } from './pages/error.ts';
import { renderFormPost } from './pages/form-post.ts';
import { renderLogoutEnd, renderLogoutQuestion } from './pages/logout.ts';
import type { PageContext } from './pages/page.ts';
import { ROUTES } from './routes.ts';
import { withPollingLimit } from './slow-down.ts';
import type { EngineStore } from './store.ts';

/** The parameters of an engine. */
export type EngineOptions = {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly storage: Storage;
  /** The folder of the signing keys on a single machine; null for keys in memory. */
  readonly dataDir: string | null;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /**
   * Creates the page of a new request, which then needs no redirect. Absent: each request is redirected to its page.
   */
  readonly pageInPlace?: PageInPlace;
};

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** How long a request may be pending. */
export const INTERACTION_SECONDS = HOUR_SECONDS;

/** How long the user code of a device can be used. */
const DEVICE_CODE_SECONDS = 10 * MINUTE_SECONDS;

/** Algorithms for signatures by services (FAPI 2.0 Security Profile, 5.4.1). */
const SIGNING_ALGORITHMS = ['PS256', 'ES256', 'Ed25519', 'EdDSA'] as const;

/** The claims of each scope. */
const CLAIMS_BY_SCOPE = {
  openid: ['sub', 'auth_time', 'amr', 'acr'],
  profile: ['name', 'name#ko', 'name#en', 'preferred_username'],
  email: ['email'],
  phone: ['phone_number'],
};

/** The names of the claims in which services receive groups. */
const groupClaims = ({ clients }: ServerConfig): readonly string[] => [
  ...new Set(clients.flatMap(({ groups }) => groups?.claim ?? [])),
];

/** The configuration of the library. */
function configuration(
  library: Library,
  { config, portal, now }: EngineOptions,
  jwks: JWKS,
  store: EngineStore,
  pages: PageContext,
): Configuration {
  const isSecure = config.publicUrl.startsWith('https:');
  const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, overwrite: true } as const;
  const sessionSeconds = config.session.absoluteMinutes * MINUTE_SECONDS;
  const clientOf = (clientId: string) => pages.clients.get(clientId);
  const hasFapi = hasFapiService(config);

  return {
    adapter: store.adapter,
    jwks,
    clients: config.clients.map((client) => clientMetadata(client, config.oidc)),
    routes: ROUTES,
    scopes: ['openid'],
    claims: { ...CLAIMS_BY_SCOPE, openid: [...CLAIMS_BY_SCOPE.openid, ...groupClaims(config)] },
    acrValues: Object.values(ACR_VALUES),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      clientAuthSigningAlgValues: [...SIGNING_ALGORITHMS],
      dPoPSigningAlgValues: [...SIGNING_ALGORITHMS],
    },
    interactions: portalInteractions(library, portal, now),
    loadExistingGrant: firstPartyGrant,
    pkce: {
      required: (_ctx, { clientId }) => {
        const client = clientOf(clientId);
        return client === undefined || requiresPkce(client, config.oidc);
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
    // How and when the person signed in (RFC 9470, section 6.2). Only introspection shows these claims.
    extraTokenClaims({ oidc }) {
      const { acr, authTime } = oidc.entities.AuthorizationCode ?? oidc.entities.DeviceCode ?? {};
      return { acr, auth_time: authTime };
    },
    // The library's dispatcher blocks private networks, but configured services are often in a private network.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    renderError: (ctx, out, error) => renderError(ctx, pages, out, error),
    features: {
      claimsParameter: claimsParameter(library),
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: config.oidc.dpop || hasFapi },
      pushedAuthorizationRequests: { enabled: config.oidc.par || hasFapi },
      fapi: {
        enabled: hasFapi,
        profile: (_ctx, { clientId }) => {
          const client = clientOf(clientId);
          return client && followsFapi(client, config.oidc) ? '2.0' : undefined;
        },
      },
      introspection: {
        enabled: config.clients.some(({ introspection }) => introspection),
        allowedPolicy: (_ctx, { clientId }) => clientOf(clientId)?.introspection === true,
      },
      deviceFlow: {
        enabled: config.clients.some((client) => hasDeviceFlow(client, config.oidc)),
        deviceInfo: (ctx) => ({
          addressRange: addressRange(clientAddressOf(ctx.get('x-forwarded-for'), ctx.req, config.trustProxy)),
        }),
        userCodeInputSource: (ctx, _form, _out, error) =>
          redirectToDeviceResult(ctx, error?.name === 'AbortedError' ? 'declined' : 'failed'),
        successSource: (ctx) => redirectToDeviceResult(ctx, 'signedIn'),
      },
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
      long: cookieOptions,
      short: cookieOptions,
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      DeviceCode: DEVICE_CODE_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Grant: sessionSeconds,
      Session: sessionSeconds,
    },
  };
}

/**
 * Creates the provider of the library, with the portal's page for form_post responses, and with a limit for polling
 * devices.
 */
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

    override registerGrantType<Params extends object>(
      name: string,
      handler: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
      params?: string | readonly string[] | ReadonlySet<string>,
      duplicates?: string | readonly string[] | ReadonlySet<string>,
    ): void {
      const limitedHandler = name === DEVICE_GRANT ? withPollingLimit(library, store, handler) : handler;
      super.registerGrantType(name, limitedHandler, params, duplicates);
    }
  }
  const provider = new PortalProvider(
    options.config.publicUrl,
    configuration(library, options, jwks, store, pages),
  );
  provider.proxy = true;
  return provider;
}
