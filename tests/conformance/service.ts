import { constants, createPublicKey, verify } from 'node:crypto';
import type { Browser } from '#tests/server/oidc/browser.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { call, signIn } from '#tests/server/saml/portal-calls.ts';

const SITE = 'https://service.example';
export const CALLBACK = `${SITE}/callback`;
export const SIGNED_OUT = `${SITE}/signed-out`;

export const secretOf = (clientId: string): string => `${clientId}-has-a-long-secret`;

const serviceOf = (clientId: string, more: object = {}) => ({
  clientId,
  clientSecret: secretOf(clientId),
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: [SIGNED_OUT],
  serviceName: { ko: '서비스', en: 'Service' },
  ...more,
});

const CLIENTS = [
  serviceOf('first'),
  serviceOf('second'),
  serviceOf('post', { tokenEndpointAuthMethod: 'client_secret_post' }),
];

type Params = Readonly<Record<string, string>>;

/** Where a request has led: to the service with an answer, to a sign-in at the portal, or to a page. */
export type Outcome =
  | {
      readonly at: 'service';
      readonly address: string;
      readonly params: URLSearchParams;
      readonly by: string;
    }
  | { readonly at: 'portal'; readonly uid: string }
  | { readonly at: 'page'; readonly status: number; readonly text: string };

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const fieldsOf = (text: string): URLSearchParams =>
  new URLSearchParams(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );

export type Tokens = { readonly access_token: string; readonly id_token: string } & Readonly<
  Record<string, unknown>
>;

/** Starts the portal for a service that asks as the modules of a plan do. */
export async function startConformance(...more: readonly object[]) {
  let ahead = 0;
  const server = await startPortalAndLab({ clients: [...CLIENTS, ...more] }, () => Date.now() + ahead);
  const { portal } = server;
  const discovery = await (await fetch(`${portal}/.well-known/openid-configuration`)).json();

  /** Follows redirects up to the service, to the portal's page, or to any other page. */
  async function go(browser: Browser, from: string | URL, init?: RequestInit): Promise<Outcome> {
    let response = await browser.open(from, init);
    for (;;) {
      const location = response.headers.get('location');
      if (location === null) {
        const text = await response.text();
        const action = unescaped(/<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? '');
        return action.startsWith(SITE)
          ? { at: 'service', address: action, params: fieldsOf(text), by: 'form_post' }
          : { at: 'page', status: response.status, text };
      }
      const url = new URL(location, portal);
      if (url.origin !== portal) {
        return { at: 'service', address: url.origin + url.pathname, params: url.searchParams, by: 'query' };
      }
      response = await browser.open(url);
      if (url.pathname === '/redirect') return { at: 'portal', uid: url.searchParams.get('uid') ?? '' };
    }
  }

  /** The parameters of an authorization request; one that is empty is left out. */
  const request = (more: Params, clientId = 'first'): URLSearchParams => {
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

  /** Sends an authorization request and stops where somebody has to do something. */
  const ask = (browser: Browser, more: Params = {}, clientId?: string): Promise<Outcome> =>
    go(browser, `${discovery.authorization_endpoint}?${request(more, clientId)}`);

  /** Goes on with a request as the countdown of the portal's page does. */
  const resume = (browser: Browser, outcome: Outcome): Promise<Outcome> =>
    outcome.at === 'portal'
      ? go(browser, `${discovery.authorization_endpoint}/${outcome.uid}?noReauth=Y`)
      : Promise.resolve(outcome);

  /** Declines a request as the portal's page does, and goes on to the service. */
  async function decline(browser: Browser, outcome: Outcome): Promise<Outcome> {
    if (outcome.at !== 'portal') return outcome;
    const redirect = `${discovery.authorization_endpoint}/${outcome.uid}`;
    await call(browser, portal, 'POST', '/data/portal/request/decline', { redirect });
    return go(browser, redirect);
  }

  /** Proves the password of kim, or leaves the portal's page where that is not asked for. */
  async function answer(browser: Browser, outcome: Outcome, clientId = 'first'): Promise<Outcome> {
    if (outcome.at !== 'portal') return outcome;
    const { json: summary } = await call(browser, portal, 'GET', '/summary/auth');
    if (summary['isAlreadyAuth']) return resume(browser, outcome);
    const { json } = await signIn(browser, portal, 'kim', clientId, 'oidc');
    return go(browser, String(json['to']));
  }

  const basic = (clientId: string): string =>
    `Basic ${Buffer.from(`${clientId}:${secretOf(clientId)}`).toString('base64')}`;

  /** Redeems a code, with the secret in the header. */
  const redeem = (code: string, more: Params = {}, clientId = 'first'): Promise<Response> =>
    fetch(discovery.token_endpoint, {
      method: 'POST',
      headers: { authorization: basic(clientId) },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }),
    });

  /** Whole sign-in: the tokens, and the claims of the ID token, whose signature, issuer and audience are checked. */
  async function signedIn(browser: Browser, more: Params = {}, clientId = 'first') {
    const outcome = await answer(browser, await ask(browser, more, clientId), clientId);
    if (outcome.at !== 'service') throw new Error(`The request ended at ${JSON.stringify(outcome)}`);
    const code = outcome.params.get('code') ?? '';
    const tokens: Tokens = await (await redeem(code, {}, clientId)).json();
    return { outcome, code, tokens, claims: await claimsOf(tokens.id_token, clientId) };
  }

  async function claimsOf(
    jwt: string,
    audience: string,
    expected: 'RS256' | 'PS256' = 'RS256',
  ): Promise<Readonly<Record<string, unknown>>> {
    const [head = '', body = '', signature = ''] = jwt.split('.');
    const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const { keys } = await (await fetch(discovery.jwks_uri)).json();
    const key = createPublicKey({ key: keys.find((one: { kid: string }) => one.kid === kid), format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, ...(expected === 'PS256' && { padding: constants.RSA_PKCS1_PSS_PADDING }) },
      Buffer.from(signature, 'base64url'),
    );
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!isSigned || alg !== expected || claims.iss !== portal || claims.aud !== audience) {
      throw new Error(`The ID token cannot be used: ${jwt}`);
    }
    return claims;
  }

  const userinfo = (token: string, init: RequestInit = {}): Promise<Response> =>
    fetch(discovery.userinfo_endpoint, { headers: { authorization: `Bearer ${token}` }, ...init });

  /** Signs out at the end-session endpoint, and confirms where the portal asks or submits by itself. */
  async function signOut(
    browser: Browser,
    params: Params,
  ): Promise<{ readonly asked: boolean; readonly end: Outcome }> {
    const first = await go(browser, `${discovery.end_session_endpoint}?${new URLSearchParams(params)}`);
    if (first.at !== 'page' || first.status !== 200) return { asked: false, end: first };
    const fields = fieldsOf(first.text);
    const asked = !fields.has('logout');
    fields.set('logout', 'yes');
    const confirm = `${portal}${/<form method="post" action="[^"]*?(\/oauth2[^"]*)"/.exec(first.text)?.[1]}`;
    return { asked, end: await go(browser, confirm, { method: 'POST', body: fields }) };
  }

  return {
    portal,
    discovery,
    go,
    request,
    ask,
    answer,
    decline,
    resume,
    redeem,
    signedIn,
    claimsOf,
    userinfo,
    signOut,
    /** Moves the server's clock. */
    advance: (seconds: number): void => {
      ahead += seconds * 1000;
    },
    close: () => server.close(),
  };
}
