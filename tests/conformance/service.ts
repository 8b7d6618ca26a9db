import { constants, createPublicKey, verify } from 'node:crypto';
import type { Browser } from '#tests/server/oidc/browser.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { call, signIn } from '#tests/server/saml/portal-calls.ts';

const SERVICE_ORIGIN = 'https://service.example';
/** The address of the service that receives answers of the portal. */
export const CALLBACK = `${SERVICE_ORIGIN}/callback`;
/** The address of the service after a sign-out. */
export const POST_LOGOUT_URI = `${SERVICE_ORIGIN}/signed-out`;

/** The client secret of a service. */
export const secretOf = (clientId: string): string => `${clientId}-has-a-long-secret`;

const serviceOf = (clientId: string, more: object = {}) => ({
  clientId,
  clientSecret: secretOf(clientId),
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: [POST_LOGOUT_URI],
  serviceName: { ko: '서비스', en: 'Service' },
  ...more,
});

const CLIENTS = [
  serviceOf('first'),
  serviceOf('second'),
  serviceOf('post', { tokenEndpointAuthMethod: 'client_secret_post' }),
];

/** The parameters of a request or a form; an empty parameter is not sent. */
export type Params = Readonly<Record<string, string>>;

/** The end of a request: an answer to the service, a sign-in at the portal, or another page of the portal. */
export type Outcome =
  | {
      readonly at: 'service';
      readonly address: string;
      readonly params: URLSearchParams;
      readonly responseMode: 'query' | 'form_post';
    }
  | { readonly at: 'portal'; readonly uid: string }
  | { readonly at: 'page'; readonly status: number; readonly text: string };

/** The parameters that the service receives; none if a request ends elsewhere. */
export const paramsOf = (outcome: Outcome): URLSearchParams =>
  outcome.at === 'service' ? outcome.params : new URLSearchParams();

/** The code that the service receives, or an empty text. */
export const codeOf = (outcome: Outcome): string => paramsOf(outcome).get('code') ?? '';

/** The status and the error code of a refusal. */
export const errorOf = async (response: Response): Promise<readonly [status: number, error: unknown]> => [
  response.status,
  (await response.json()).error,
];
/** The refusal of a code that cannot be redeemed. */
export const INVALID_GRANT = [400, 'invalid_grant'];

const unescapeHtml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** The hidden fields of a page. */
const fieldsOf = (text: string): URLSearchParams =>
  new URLSearchParams(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescapeHtml(value)],
    ),
  );

/** The tokens that a service receives for a code. */
export type Tokens = { readonly access_token: string; readonly id_token: string } & Readonly<
  Record<string, unknown>
>;

/** Starts the portal for services that send the requests of the conformance modules. */
export async function startConformance(...more: readonly object[]) {
  let clockOffset = 0;
  const server = await startPortalAndLab({ clients: [...CLIENTS, ...more] }, () => Date.now() + clockOffset);
  const { portal } = server;
  const discovery = await (await fetch(`${portal}/.well-known/openid-configuration`)).json();

  /** Follows redirects until the service, a sign-in at the portal, or another page is reached. */
  async function followRedirects(browser: Browser, from: string | URL, init?: RequestInit): Promise<Outcome> {
    let response = await browser.open(from, init);
    for (;;) {
      const location = response.headers.get('location');
      if (location === null) {
        const text = await response.text();
        const action = unescapeHtml(/<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? '');
        return action.startsWith(SERVICE_ORIGIN)
          ? { at: 'service', address: action, params: fieldsOf(text), responseMode: 'form_post' }
          : { at: 'page', status: response.status, text };
      }
      const url = new URL(location, portal);
      if (url.origin !== portal) {
        return {
          at: 'service',
          address: url.origin + url.pathname,
          params: url.searchParams,
          responseMode: 'query',
        };
      }
      response = await browser.open(url);
      if (url.pathname === '/redirect') return { at: 'portal', uid: url.searchParams.get('uid') ?? '' };
    }
  }

  /** The parameters of an authorization request, without empty parameters. */
  const authorizationParams = (more: Params, clientId = 'first'): URLSearchParams => {
    const params = {
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: CALLBACK,
      state: 'the-state',
      nonce: 'the-nonce',
      ...more,
    };
    return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  };

  /** Sends an authorization request, and follows redirects until a person has to act. */
  const requestSignIn = (browser: Browser, more: Params = {}, clientId?: string): Promise<Outcome> =>
    followRedirects(browser, `${discovery.authorization_endpoint}?${authorizationParams(more, clientId)}`);

  /** Continues a request like the countdown on the page of the portal. */
  const resume = (browser: Browser, outcome: Outcome): Promise<Outcome> =>
    outcome.at === 'portal'
      ? followRedirects(browser, `${discovery.authorization_endpoint}/${outcome.uid}?noReauth=Y`)
      : Promise.resolve(outcome);

  /** Declines a request like the page of the portal, and continues to the service. */
  async function decline(browser: Browser, outcome: Outcome): Promise<Outcome> {
    if (outcome.at !== 'portal') return outcome;
    const redirect = `${discovery.authorization_endpoint}/${outcome.uid}`;
    await call(browser, portal, 'POST', '/data/portal/request/decline', { redirect });
    return followRedirects(browser, redirect);
  }

  /** Signs in the person kim with a password, or continues directly if kim is already signed in. */
  async function answer(browser: Browser, outcome: Outcome, clientId = 'first'): Promise<Outcome> {
    if (outcome.at !== 'portal') return outcome;
    const { json: summary } = await call(browser, portal, 'GET', '/summary/auth');
    if (summary['isAlreadyAuth']) return resume(browser, outcome);
    const { json } = await signIn(browser, portal, 'kim', clientId, 'oidc');
    return followRedirects(browser, String(json['to']));
  }

  const basicAuthorization = (clientId: string): string =>
    `Basic ${Buffer.from(`${clientId}:${secretOf(clientId)}`).toString('base64')}`;

  /** Redeems a code with the client secret in the header. */
  const redeem = (code: string, more: Params = {}, clientId = 'first'): Promise<Response> =>
    fetch(discovery.token_endpoint, {
      method: 'POST',
      headers: { authorization: basicAuthorization(clientId) },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }),
    });

  /** Signs in and redeems the code; checks the signature, issuer and audience of the ID token. */
  async function completeSignIn(browser: Browser, more: Params = {}, clientId = 'first') {
    const outcome = await answer(browser, await requestSignIn(browser, more, clientId), clientId);
    if (outcome.at !== 'service') throw new Error(`The request ended at ${JSON.stringify(outcome)}`);
    const code = codeOf(outcome);
    const tokens: Tokens = await (await redeem(code, {}, clientId)).json();
    return { outcome, code, tokens, claims: await claimsOf(tokens.id_token, clientId) };
  }

  /** The claims of an ID token or a logout token, after a check of the signature, issuer and audience. */
  async function claimsOf(
    jwt: string,
    audience: string,
    expectedAlgorithm: 'RS256' | 'PS256' = 'RS256',
  ): Promise<Readonly<Record<string, unknown>>> {
    const [header = '', body = '', signature = ''] = jwt.split('.');
    const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const { keys } = await (await fetch(discovery.jwks_uri)).json();
    const key = createPublicKey({
      key: keys.find((candidate: { kid: string }) => candidate.kid === kid),
      format: 'jwk',
    });
    const isSignatureValid = verify(
      'sha256',
      Buffer.from(`${header}.${body}`),
      { key, ...(expectedAlgorithm === 'PS256' && { padding: constants.RSA_PKCS1_PSS_PADDING }) },
      Buffer.from(signature, 'base64url'),
    );
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!isSignatureValid || alg !== expectedAlgorithm || claims.iss !== portal || claims.aud !== audience) {
      throw new Error(`The token cannot be used: ${jwt}`);
    }
    return claims;
  }

  const userinfo = (token: string, init: RequestInit = {}): Promise<Response> =>
    fetch(discovery.userinfo_endpoint, { headers: { authorization: `Bearer ${token}` }, ...init });

  /** Signs out at the end-session endpoint, and sends the form of the page, also if the person need not confirm. */
  async function signOut(
    browser: Browser,
    params: Params,
  ): Promise<{ readonly needsConfirmation: boolean; readonly end: Outcome }> {
    const first = await followRedirects(
      browser,
      `${discovery.end_session_endpoint}?${new URLSearchParams(params)}`,
    );
    if (first.at !== 'page' || first.status !== 200) return { needsConfirmation: false, end: first };
    const fields = fieldsOf(first.text);
    const needsConfirmation = !fields.has('logout');
    fields.set('logout', 'yes');
    const confirm = `${portal}${/<form method="post" action="[^"]*?(\/oauth2[^"]*)"/.exec(first.text)?.[1]}`;
    return {
      needsConfirmation,
      end: await followRedirects(browser, confirm, { method: 'POST', body: fields }),
    };
  }

  return {
    portal,
    discovery,
    followRedirects,
    authorizationParams,
    requestSignIn,
    answer,
    decline,
    resume,
    redeem,
    completeSignIn,
    claimsOf,
    userinfo,
    signOut,
    /** Advances the clock of the portal. */
    advance: (seconds: number): void => {
      clockOffset += seconds * 1000;
    },
    close: () => server.close(),
  };
}
