import * as openid from 'openid-client';
import type { DemoClient, LabOptions } from '#lab/options.ts';

/** A sign-in that has been requested and not answered yet. */
export type PendingSignIn = {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly maxAge: number | null;
  /** Path of the service's page to show after the sign-in. */
  readonly target: string;
};

/** A completed sign-in, which the service stores in its session. */
export type CompletedSignIn = {
  readonly idToken: string;
  readonly accessToken: string;
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string };
  readonly userinfo: Readonly<Record<string, unknown>>;
};

/**
 * Options of a sign-in request: `prompt`, `max_age`, `login_hint` and `acr_values` of OpenID Connect; null when absent.
 */
export type SignInOptions = {
  readonly prompt: string | null;
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  readonly acrValues: string | null;
};

/** The functions of an OpenID Connect relying party: the code flow with PKCE (S256), state and nonce. */
export interface RelyingParty {
  /** Creates a request. The browser goes to `url`; the service stores `pending` under `state` until the callback. */
  begin(
    options: SignInOptions,
    redirectUri: string,
    target: string,
  ): Promise<{ state: string; pending: PendingSignIn; url: URL }>;
  /**
   * Completes a sign-in with the address of the callback.
   * @throws Error of openid-client for a refusal or an invalid answer
   */
  finish(callback: URL, state: string, pending: PendingSignIn): Promise<CompletedSignIn>;
  /**
   * Reads a resource with the access token of the person.
   * @throws WWWAuthenticateChallengeError when the resource server requires another sign-in
   */
  read(signedIn: CompletedSignIn, address: string): Promise<Response>;
  /** Returns the address that signs the person out at the portal, too. */
  signOutUrl(signedIn: CompletedSignIn | null, returnTo: string): Promise<URL>;
}

type Connection = Pick<LabOptions, 'portalUrl'> & {
  readonly client: Pick<DemoClient, 'clientId' | 'clientSecret'>;
};

/**
 * Returns a function that returns the configuration of openid-client for the portal. The discovery document of the
 * portal is loaded at the first call.
 */
export function createPortalDiscovery({
  portalUrl,
  client,
}: Connection): () => Promise<openid.Configuration> {
  const isPlainHttp = portalUrl.startsWith('http:');
  let configuration: Promise<openid.Configuration> | null = null;
  return () => {
    configuration ??= openid
      .discovery(
        new URL(portalUrl),
        client.clientId,
        undefined,
        openid.ClientSecretBasic(client.clientSecret),
        isPlainHttp ? { execute: [openid.allowInsecureRequests] } : {},
      )
      .catch((error: unknown) => {
        configuration = null;
        throw error;
      });
    return configuration;
  };
}

/** Creates the relying party. */
export function createRelyingParty(connection: Connection): RelyingParty {
  const discoverPortal = createPortalDiscovery(connection);

  return {
    async begin(options, redirectUri, target) {
      const state = openid.randomState();
      const pending: PendingSignIn = {
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        redirectUri,
        maxAge: options.maxAge,
        target,
      };
      const url = openid.buildAuthorizationUrl(await discoverPortal(), {
        scope: 'openid profile email',
        redirect_uri: redirectUri,
        state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ...(options.prompt !== null && { prompt: options.prompt }),
        ...(options.maxAge !== null && { max_age: String(options.maxAge) }),
        ...(options.loginHint !== null && { login_hint: options.loginHint }),
        ...(options.acrValues !== null && { acr_values: options.acrValues }),
      });
      return { state, pending, url };
    },

    async finish(callback, state, pending) {
      const portal = await discoverPortal();
      const currentUrl = new URL(pending.redirectUri);
      currentUrl.search = callback.search;
      const tokens = await openid.authorizationCodeGrant(portal, currentUrl, {
        expectedState: state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.codeVerifier,
        idTokenExpected: true,
        ...(pending.maxAge !== null && { maxAge: pending.maxAge }),
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new Error('The token answer contains no ID token');
      const userinfo = await openid.fetchUserInfo(portal, tokens.access_token, claims.sub);
      return { idToken: tokens.id_token, accessToken: tokens.access_token, claims, userinfo };
    },

    async read({ accessToken }, address) {
      return openid.fetchProtectedResource(await discoverPortal(), accessToken, new URL(address), 'GET');
    },

    async signOutUrl(signedIn, returnTo) {
      return openid.buildEndSessionUrl(await discoverPortal(), {
        post_logout_redirect_uri: returnTo,
        state: 'signed-out',
        ...(signedIn && { id_token_hint: signedIn.idToken }),
      });
    },
  };
}
