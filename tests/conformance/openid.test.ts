import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACR_VALUES } from '#server/protocols/oidc/acr.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import {
  CALLBACK,
  codeOf,
  errorOf,
  INVALID_GRANT,
  POST_LOGOUT_URI,
  paramsOf,
  secretOf,
  startConformance,
} from './service.ts';

/** The first logout notification that the service receives through the back channel. */
const { promise: logoutNotification, resolve: receiveLogout } = Promise.withResolvers<string>();
const listener = createServer(async (req, res) => {
  receiveLogout(await text(req));
  res.end();
});

let service: Awaited<ReturnType<typeof startConformance>>;
/** A browser in which kim has signed in. */
let kim: Browser;
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  service = await startConformance({
    clientId: 'backchannel',
    clientSecret: secretOf('backchannel'),
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [POST_LOGOUT_URI],
    backchannelLogoutUri: `http://localhost:${(listener.address() as AddressInfo).port}/logout`,
    serviceName: { ko: '서비스', en: 'Service' },
  });
  kim = new Browser();
  await service.completeSignIn(kim);
});
afterAll(async () => {
  await service.close();
  listener.close();
});

/** A JWT without a signature. */
const unsignedJwt = (claims: object): string =>
  [{ alg: 'none' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.');

/** Test titles are names of modules of the conformance suite; the service of the second plan receives answers as forms. */
describe.each([
  ['oidcc-basic-certification-test-plan', {}, 'query'],
  ['oidcc-formpost-basic-certification-test-plan', { response_mode: 'form_post' }, 'form_post'],
] as const)('%s', (_plan, modeParams, responseMode) => {
  const signIn = (more: Readonly<Record<string, string>> = {}, browser = kim) =>
    service.completeSignIn(browser, { ...modeParams, ...more });
  const requestSignIn = (browser: Browser, more: Readonly<Record<string, string>> = {}) =>
    service.requestSignIn(browser, { ...modeParams, ...more });
  /** Signs in with this scope; returns the answer of userinfo. */
  const userinfo = async (scope: string) =>
    (await service.userinfo((await signIn({ scope })).tokens.access_token)).json();

  test('oidcc-server', async () => {
    const { outcome, tokens, claims } = await signIn({}, new Browser());
    expect(outcome).toMatchObject({ at: 'service', address: CALLBACK, responseMode });
    expect(outcome.params.get('state')).toBe('the-state');
    expect(outcome.params.get('iss')).toBe(service.portal);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(claims).toMatchObject({ sub: 'kim', nonce: 'the-nonce', exp: expect.any(Number) });
  });

  test('oidcc-response-type-missing', async () => {
    const outcome = await requestSignIn(kim, { response_type: '' });
    expect(paramsOf(outcome).get('error')).toBe('invalid_request');
  });

  test('oidcc-idtoken-signature', async () => {
    expect((await signIn()).claims['sub']).toBe('kim');
    expect(service.discovery.id_token_signing_alg_values_supported).toContain('RS256');
  });

  test('oidcc-idtoken-unsigned', () => {
    expect(service.discovery.id_token_signing_alg_values_supported).not.toContain('none');
  });

  test('oidcc-userinfo-get', async () => {
    expect(await userinfo('openid')).toEqual({ sub: 'kim' });
  });

  test('oidcc-userinfo-post-header', async () => {
    const { access_token } = (await signIn()).tokens;
    const answer = await service.userinfo(access_token, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(await answer.json()).toEqual({ sub: 'kim' });
  });

  test('oidcc-userinfo-post-body', async () => {
    const { access_token } = (await signIn()).tokens;
    const body = new URLSearchParams({ access_token });
    expect(await (await service.userinfo('', { method: 'POST', headers: {}, body })).json()).toEqual({
      sub: 'kim',
    });
  });

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    expect((await signIn({ nonce: '' })).claims).not.toHaveProperty('nonce');
  });

  test.each([
    ['oidcc-scope-profile', 'openid profile', ['name', 'name#en', 'name#ko', 'preferred_username', 'sub']],
    ['oidcc-scope-email', 'openid email', ['email', 'sub']],
    ['oidcc-scope-address', 'openid address', ['sub']],
    ['oidcc-scope-phone', 'openid phone', ['phone_number', 'sub']],
    [
      'oidcc-scope-all',
      'openid profile email address phone',
      ['email', 'name', 'name#en', 'name#ko', 'phone_number', 'preferred_username', 'sub'],
    ],
  ])('%s', async (_module, scope, claims) => {
    expect(Object.keys(await userinfo(scope)).toSorted()).toEqual(claims);
  });

  test.each<[string, Record<string, string>]>([
    ['oidcc-alternate-happy-flow', { scope: 'openid email', state: '1', nonce: 'n'.repeat(40) }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-login-hint', { login_hint: 'kim' }],
    ['oidcc-ui-locales', { ui_locales: 'se ko en' }],
    ['oidcc-claims-locales', { claims_locales: 'se ko en' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: Object.values(ACR_VALUES).join(' ') }],
  ])('%s', async (_module, more) => {
    const { claims } = await signIn(more);
    expect(claims).toMatchObject({
      sub: 'kim',
      acr: ACR_VALUES[1],
      ...(more['nonce'] && { nonce: more['nonce'] }),
    });
  });

  test.each<[string, Record<string, string>]>([
    ['oidcc-prompt-login', { prompt: 'login' }],
    ['oidcc-max-age-1', { max_age: '1' }],
  ])('%s', async (_module, more) => {
    const browser = new Browser();
    const first = await signIn({}, browser);
    service.advance(2);
    const outcome = await requestSignIn(browser, more);
    expect(outcome.at).toBe('portal');
    const resumed = await service.resume(browser, outcome);
    expect(resumed.at).toBe('portal');
    const second = await signIn(more, browser);
    expect(Number(second.claims['auth_time'])).toBeGreaterThan(Number(first.claims['auth_time']));
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const outcome = await requestSignIn(new Browser(), { prompt: 'none' });
    expect(outcome).toMatchObject({ at: 'service', responseMode });
    expect(paramsOf(outcome).get('error')).toBe('login_required');
  });

  test.each<[string, Record<string, string>]>([
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
    ['oidcc-max-age-10000', { prompt: 'none', max_age: '10000' }],
  ])('%s', async (_module, more) => {
    const first = await signIn();
    const second = await signIn(more);
    expect(second.claims).toMatchObject({ sub: 'kim', auth_time: first.claims['auth_time'] });
  });

  test('oidcc-id-token-hint', async () => {
    const { tokens } = await signIn();
    const { claims } = await signIn({ prompt: 'none', id_token_hint: tokens.id_token });
    expect(claims['sub']).toBe('kim');
  });

  test.each([
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 31],
  ])('%s', async (_module, seconds) => {
    const { code, tokens } = await signIn();
    expect((await service.userinfo(tokens.access_token)).status).toBe(200);
    service.advance(seconds);
    expect(await errorOf(await service.redeem(code))).toEqual(INVALID_GRANT);
    expect((await service.userinfo(tokens.access_token)).status).toBe(401);
  });

  test('oidcc-ensure-registered-redirect-uri', async () => {
    const outcome = await requestSignIn(kim, { redirect_uri: `${CALLBACK}/other` });
    expect(outcome).toMatchObject({ at: 'page', status: 400 });
  });

  test('oidcc-ensure-post-request-succeeds', async () => {
    const postedRequest = await service.followRedirects(kim, service.discovery.authorization_endpoint, {
      method: 'POST',
      body: service.authorizationParams(modeParams),
    });
    const answered = await service.answer(kim, postedRequest);
    expect(paramsOf(answered).get('code')).toEqual(expect.any(String));
  });

  test('oidcc-server-client-secret-post', async () => {
    const outcome = await service.answer(kim, await service.requestSignIn(kim, modeParams, 'post'));
    const code = codeOf(outcome);
    const answer = await fetch(service.discovery.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        client_id: 'post',
        client_secret: secretOf('post'),
      }),
    });
    expect(await answer.json()).toMatchObject({ id_token: expect.any(String) });
  });

  test('oidcc-request-uri-unsigned', async () => {
    const outcome = await requestSignIn(kim, { request_uri: 'https://service.example/request.jwt' });
    expect(paramsOf(outcome).get('error')).toBe('request_uri_not_supported');
  });

  test.each([
    ['oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', CALLBACK],
    ['oidcc-ensure-request-object-with-redirect-uri', `${CALLBACK}/other`],
  ])('%s', async (_module, redirect_uri) => {
    const object = {
      ...modeParams,
      redirect_uri,
      client_id: 'first',
      response_type: 'code',
      state: 'of-the-object',
    };
    const outcome = await service.requestSignIn(kim, { request: unsignedJwt(object), state: '' });
    expect(outcome).toMatchObject({ at: 'service', address: CALLBACK, responseMode });
    expect(Object.fromEntries(paramsOf(outcome))).toMatchObject({
      error: 'request_not_supported',
      state: 'of-the-object',
    });
  });

  test('oidcc-claims-essential', async () => {
    const { tokens } = await signIn({
      claims: JSON.stringify({ userinfo: { name: { essential: true } } }),
    });
    expect(await (await service.userinfo(tokens.access_token)).json()).toEqual({
      sub: 'kim',
      name: expect.any(String),
    });
  });

  test('oidcc-refresh-token', async () => {
    const { tokens } = await signIn({ scope: 'openid offline_access' });
    expect(tokens).not.toHaveProperty('refresh_token');
    expect(service.discovery.grant_types_supported).not.toContain('refresh_token');
  });

  test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const code_verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const outcome = await service.answer(
      kim,
      await requestSignIn(kim, { code_challenge, code_challenge_method: 'S256' }),
    );
    const code = codeOf(outcome);
    expect(await (await service.redeem(code, { code_verifier })).json()).toMatchObject({
      token_type: 'Bearer',
    });
  });
});

/** Signs in with a new browser; returns the browser, the ID token and the claims of the ID token. */
async function signInNewBrowser(clientId?: string) {
  const browser = new Browser();
  const { tokens, claims } = await service.completeSignIn(browser, {}, clientId);
  return { browser, hint: tokens.id_token, claims };
}

/** Whether the service receives a code for this browser without an action of the person. */
const isSignedIn = async (browser: Browser): Promise<boolean> => {
  const outcome = await service.requestSignIn(browser, { prompt: 'none' });
  return paramsOf(outcome).has('code');
};

const withChangedSubject = (jwt: string): string => {
  const [header = '', body = '', signature = ''] = jwt.split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'lee' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  test('oidcc-rp-initiated-logout-discovery-endpoint-verification', () => {
    expect(service.discovery.end_session_endpoint).toBe(`${service.portal}/oauth2/end-session`);
  });

  test.each<[string, Record<string, string>, string | null]>([
    ['oidcc-rp-initiated-logout', { post_logout_redirect_uri: POST_LOGOUT_URI, state: 's' }, 's'],
    ['oidcc-rp-initiated-logout-no-state', { post_logout_redirect_uri: POST_LOGOUT_URI }, null],
  ])('%s', async (_module, params, state) => {
    const { browser, hint } = await signInNewBrowser();
    const { needsConfirmation, end } = await service.signOut(browser, { id_token_hint: hint, ...params });
    expect([needsConfirmation, end]).toMatchObject([false, { at: 'service', address: POST_LOGOUT_URI }]);
    expect(paramsOf(end).get('state')).toBe(state);
    expect(await isSignedIn(browser)).toBe(false);
  });

  /** Without a hint the person must confirm the sign-out; no browser is sent to an unregistered address. */
  test.each<[string, (hint: string) => Record<string, string>, boolean]>([
    ['oidcc-rp-initiated-logout-no-params', () => ({}), true],
    [
      'oidcc-rp-initiated-logout-no-id-token-hint',
      () => ({ post_logout_redirect_uri: POST_LOGOUT_URI }),
      true,
    ],
    ['oidcc-rp-initiated-logout-only-state', () => ({ state: 's' }), true],
    [
      'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, state: 's' }),
      false,
    ],
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${POST_LOGOUT_URI}/other` }),
      false,
    ],
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${POST_LOGOUT_URI}?added=1` }),
      false,
    ],
  ])('%s', async (_module, params, mustConfirm) => {
    const { browser, hint } = await signInNewBrowser();
    const { needsConfirmation, end } = await service.signOut(browser, params(hint));
    expect([needsConfirmation, end]).toMatchObject([mustConfirm, { at: 'page', status: 200 }]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each<[string, (hint: string) => Record<string, string>]>([
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      (hint) => ({ id_token_hint: withChangedSubject(hint) }),
    ],
    ['oidcc-rp-initiated-logout-bad-id-token-hint', () => ({ id_token_hint: 'bad' })],
  ])('%s', async (_module, params) => {
    const { browser, hint } = await signInNewBrowser();
    const request = { post_logout_redirect_uri: POST_LOGOUT_URI, ...params(hint) };
    const outcome = await service.followRedirects(
      browser,
      `${service.discovery.end_session_endpoint}?${new URLSearchParams(request)}`,
    );
    expect(outcome).toMatchObject({ at: 'page', status: 400 });
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  test('oidcc-backchannel-logout-discovery-endpoint-verification', () => {
    expect(service.discovery).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  test('oidcc-backchannel-rp-initiated-logout', async () => {
    const { browser, hint, claims } = await signInNewBrowser('backchannel');
    await service.signOut(browser, { id_token_hint: hint, post_logout_redirect_uri: POST_LOGOUT_URI });
    const token = new URLSearchParams(await logoutNotification).get('logout_token') ?? '';
    expect(await service.claimsOf(token, 'backchannel')).toMatchObject({
      sub: 'kim',
      sid: claims['sid'],
      iat: expect.any(Number),
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(await service.claimsOf(token, 'backchannel')).not.toHaveProperty('nonce');
  });
});

describe('oidcc-config-certification-test-plan', () => {
  test('oidcc-discovery-endpoint-verification', () => {
    const endpoints = Object.entries<string>(service.discovery).filter(([name]) =>
      /_endpoint$|_uri$/.test(name),
    );
    expect(endpoints.every(([, address]) => address.startsWith(`${service.portal}/`))).toBe(true);
    expect(service.discovery).toMatchObject({
      issuer: service.portal,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      scopes_supported: expect.arrayContaining(['openid']),
      claims_parameter_supported: true,
      request_uri_parameter_supported: false,
    });
  });
});
