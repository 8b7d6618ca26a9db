import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { type SigningKey, signingKey } from '#tests/support/server/signing-key.ts';
import { type Changes, createProof, currentSecond, startFapi } from './fapi-service.ts';
import { CALLBACK, codeOf, errorOf, INVALID_GRANT, type Params, paramsOf } from './service.ts';

let fapi: Awaited<ReturnType<typeof startFapi>>;
let first: ReturnType<typeof fapi.client>;
let second: ReturnType<typeof fapi.client>;
/** A browser in which kim has signed in. */
let kim: Browser;
beforeAll(async () => {
  fapi = await startFapi({ 'fapi-first': 'ES256', 'fapi-second': 'PS256', 'fapi-third': 'EdDSA' });
  first = fapi.client('fapi-first');
  second = fapi.client('fapi-second');
  kim = new Browser();
  await first.codeFor(kim);
});
afterAll(() => fapi.close());

const INVALID_REQUEST = [400, 'invalid_request'];
const INVALID_CLIENT = [401, 'invalid_client'];

const tokensOf = async (code: string, client = first) => (await client.redeem(code)).json();
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

/** Test titles are names of modules of the conformance suite; services use private_key_jwt, DPoP and OpenID Connect. */
describe('fapi2-security-profile-final-test-plan', () => {
  test('fapi2-security-profile-final-discovery-end-point-verification', () => {
    const algorithms = ['PS256', 'ES256', 'Ed25519', 'EdDSA'];
    expect(fapi.discovery).toMatchObject({
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      pushed_authorization_request_endpoint: `${fapi.portal}/oauth2/par`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      dpop_signing_alg_values_supported: algorithms,
      id_token_signing_alg_values_supported: expect.arrayContaining(['PS256']),
    });
  });

  describe('fapi2-security-profile-final-happy-flow', () => {
    test.each(['fapi-first', 'fapi-second', 'fapi-third'])(
      'the service %s receives tokens',
      async (clientId) => {
        const client = fapi.client(clientId);
        const outcome = await fapi.answer(kim, await client.requestSignIn(kim), clientId);
        expect(Object.fromEntries(paramsOf(outcome))).toEqual({
          code: expect.any(String),
          state: 'the-state',
          iss: fapi.portal,
        });
        const tokens = await tokensOf(codeOf(outcome), client);
        expect(tokens.token_type).toBe('DPoP');
        expect(await fapi.claimsOf(tokens.id_token, clientId, 'PS256')).toMatchObject({
          sub: 'kim',
          nonce: 'the-nonce',
        });
        expect(await (await client.userinfo(tokens.access_token)).json()).toEqual({ sub: 'kim' });
      },
    );
  });

  test('fapi2-security-profile-final-user-rejects-authentication', async () => {
    const browser = new Browser();
    const outcome = await fapi.decline(browser, await first.requestSignIn(browser));
    expect(outcome).toMatchObject({ at: 'service', address: CALLBACK });
    expect(Object.fromEntries(paramsOf(outcome))).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'the-state',
      iss: fapi.portal,
    });
  });

  test('fapi2-security-profile-final-access-token-type-header-case-sensitivity', async () => {
    const { access_token } = await tokensOf(await first.codeFor(kim));
    for (const scheme of ['dpop', 'DPOP', 'dPoP']) {
      const answer = await first.userinfo(access_token, first.userinfoProof(access_token), scheme);
      expect(answer.status).toBe(200);
    }
  });

  test.each<[string, Params, object?]>([
    ['fapi2-security-profile-final-ensure-authorization-request-without-state-success', { state: '' }],
    ['fapi2-security-profile-final-ensure-authorization-request-without-nonce-success', { nonce: '' }],
    [
      'fapi2-security-profile-final-ensure-authorization-request-with-64-char-nonce-success',
      { nonce: 'n'.repeat(64) },
      { nonce: 'n'.repeat(64) },
    ],
    [
      'fapi2-security-profile-final-ensure-authorization-request-with-long-nonce',
      { nonce: 'n'.repeat(384) },
      { nonce: 'n'.repeat(384) },
    ],
    ['fapi2-security-profile-final-ensure-authorization-request-with-long-state', { state: 's'.repeat(512) }],
    ['fapi2-security-profile-final-ensure-other-scope-order-succeeds', { scope: 'email openid' }],
    [
      'fapi2-security-profile-final-test-claims-parameter-identity-claims',
      { claims: JSON.stringify({ id_token: { name: null, unknown: null, acr: { essential: true } } }) },
      { name: expect.any(String), acr: expect.any(String) },
    ],
  ])('%s', async (_module, more, claims = {}) => {
    const outcome = await fapi.answer(kim, await first.requestSignIn(kim, more), 'fapi-first');
    const params = paramsOf(outcome);
    expect(params.get('state')).toBe((more['state'] ?? 'the-state') || null);
    const received = claimsOf((await tokensOf(codeOf(outcome))).id_token);
    expect(received).toMatchObject(claims);
    expect('nonce' in received).toBe(more['nonce'] !== '');
    expect(received).not.toHaveProperty('unknown');
  });

  test.each<[string, Params]>([
    [
      'fapi2-security-profile-final-ensure-different-nonce-inside-and-outside-request-object',
      { nonce: 'outside' },
    ],
    [
      'fapi2-security-profile-final-ensure-different-state-inside-and-outside-request-object',
      { state: 'outside' },
    ],
  ])('%s', async (_module, outside) => {
    const pushed = await first.uriOf(await first.pushRequest());
    const outcome = await fapi.answer(kim, await first.openPushedRequest(kim, pushed, outside), 'fapi-first');
    const params = paramsOf(outcome);
    expect(params.get('state')).toBe('the-state');
    expect(claimsOf((await tokensOf(codeOf(outcome))).id_token)['nonce']).toBe('the-nonce');
  });

  test('fapi2-security-profile-final-state-only-outside-request-object-not-used', async () => {
    const pushed = await first.uriOf(await first.pushRequest({ state: '' }));
    const outcome = await fapi.answer(
      kim,
      await first.openPushedRequest(kim, pushed, { state: 'outside' }),
      'fapi-first',
    );
    expect([...paramsOf(outcome).keys()].toSorted()).toEqual(['code', 'iss']);
  });

  /** The portal refuses each of these pushed requests. */
  test.each<[string, Params, unknown]>([
    [
      'fapi2-security-profile-final-ensure-request-object-without-redirect-uri-fails',
      { redirect_uri: '' },
      INVALID_REQUEST,
    ],
    [
      'fapi2-security-profile-final-ensure-redirect-uri-in-authorization-request',
      { redirect_uri: '' },
      INVALID_REQUEST,
    ],
    [
      'fapi2-security-profile-final-plain-fapi-tolerate-unregistered-redirect-uri',
      { redirect_uri: `${CALLBACK}/other` },
      INVALID_REQUEST,
    ],
    [
      'fapi2-security-profile-final-ensure-response-type-code-idtoken-fails',
      { response_type: 'code id_token' },
      [400, 'unsupported_response_type'],
    ],
    [
      'fapi2-security-profile-final-ensure-response-type-token-fails',
      { response_type: 'token' },
      [400, 'unsupported_response_type'],
    ],
    [
      'fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param',
      { request_uri: 'urn:ietf:params:oauth:request_uri:random' },
      [400, 'request_uri_not_supported'],
    ],
    [
      'fapi2-security-profile-final-par-ensure-pkce-required',
      { code_challenge: '', code_challenge_method: '' },
      INVALID_REQUEST,
    ],
    [
      'fapi2-security-profile-final-par-plain-pkce-rejected',
      { code_challenge_method: 'plain' },
      INVALID_REQUEST,
    ],
  ])('%s', async (_module, more, error) => {
    expect(await errorOf(await first.pushRequest(more))).toEqual(error);
  });

  test('fapi2-security-profile-final-par-attempt-invalid-http-method', async () => {
    expect((await fetch(fapi.par, { method: 'PUT' })).status).toBe(404);
  });

  test('fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails', async () => {
    const outcome = await fapi.requestSignIn(
      kim,
      { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
      'fapi-first',
    );
    expect(paramsOf(outcome).get('error')).toBe('invalid_request');
  });

  test('fapi2-security-profile-final-par-without-duplicate-parameters', async () => {
    expect(await first.codeFor(kim)).toEqual(expect.any(String));
  });

  test('fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds', async () => {
    const browser = new Browser();
    const pushed = await first.uriOf(await first.pushRequest());
    expect(await first.openPushedRequest(browser, pushed)).toMatchObject({ at: 'portal' });
    const outcome = await fapi.answer(browser, await first.openPushedRequest(browser, pushed), 'fapi-first');
    expect(paramsOf(outcome).has('code')).toBe(true);
  });

  test.each<[string, (uri: string) => Promise<unknown>, string, string]>([
    [
      'fapi2-security-profile-final-par-attempt-reuse-request_uri',
      async (uri) => fapi.answer(kim, await first.openPushedRequest(kim, uri), 'fapi-first'),
      'fapi-first',
      'invalid_request_uri',
    ],
    [
      'fapi2-security-profile-final-par-attempt-to-use-expired-request_uri',
      async () => fapi.advance(61),
      'fapi-first',
      'invalid_request_uri',
    ],
    [
      'fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client',
      async () => undefined,
      'fapi-second',
      'invalid_request',
    ],
  ])('%s', async (_module, before, clientId, error) => {
    const pushed = await first.uriOf(await first.pushRequest());
    await before(pushed);
    const outcome = await fapi.client(clientId).openPushedRequest(kim, pushed);
    expect(outcome).toMatchObject({ at: 'page', status: 400, text: expect.stringContaining(error) });
  });

  /** The client assertions of these tests are sent with a pushed request, in the next tests with a code. */
  test.each<[string, object, unknown]>([
    [
      'fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted',
      { iat: currentSecond() + 8, nbf: currentSecond() + 8 },
      null,
    ],
    [
      'fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails',
      { iat: currentSecond() + 600, nbf: currentSecond() + 600, exp: currentSecond() + 900 },
      INVALID_CLIENT,
    ],
    ['fapi2-security-profile-final-par-test-array-as-audience-fails', { aud: ['PORTAL'] }, INVALID_CLIENT],
    [
      'fapi2-security-profile-final-par-test-par-endpoint-url-as-audience-fails',
      { aud: 'PORTAL/oauth2/par' },
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails',
      { aud: 'PORTAL/oauth2/token' },
      INVALID_CLIENT,
    ],
  ])('%s', async (_module, claims, error) => {
    const claimsOfPortal = JSON.parse(JSON.stringify(claims).replaceAll('PORTAL', fapi.portal));
    const answer = await first.pushRequest({}, first.assertion({ claims: claimsOfPortal }));
    expect(error === null ? answer.status : await errorOf(answer)).toEqual(error ?? 201);
  });

  test.each<[string, () => Params, unknown]>([
    [
      'fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails',
      () => first.assertion({}, signingKey('RS256')),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-client-assertion-in-token-endpoint',
      () => ({ client_id: 'fapi-first' }),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails',
      () => first.assertion({ claims: { exp: currentSecond() - 300 } }),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails',
      () => first.assertion({ claims: { aud: 'https://other.example' } }),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails',
      () => first.assertion({ claims: { sub: undefined } }),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-client-id-in-token-endpoint',
      () => second.assertion({}, first.key),
      INVALID_CLIENT,
    ],
    [
      'fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client',
      () => second.assertion(),
      INVALID_GRANT,
    ],
  ])('%s', async (_module, createAuthentication, error) => {
    const code = await first.codeFor(kim);
    expect(await errorOf(await first.redeem(code, { clientAuthentication: createAuthentication() }))).toEqual(
      error,
    );
  });

  test('fapi2-security-profile-final-ensure-holder-of-key-required', async () => {
    const code = await first.codeFor(kim);
    expect(await errorOf(await first.redeem(code, { dpop: null }))).toEqual(INVALID_GRANT);
  });

  test.each<[string, Params]>([
    ['fapi2-security-profile-final-ensure-pkce-code-verifier-required', { code_verifier: '' }],
    ['fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected', { code_verifier: 'w'.repeat(43) }],
  ])('%s', async (_module, form) => {
    expect(await errorOf(await first.redeem(await first.codeFor(kim), { form }))).toEqual(INVALID_GRANT);
  });

  test('fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second', async () => {
    const code = await first.codeFor(kim);
    const { access_token } = await tokensOf(code);
    fapi.advance(1);
    expect(await errorOf(await first.redeem(code))).toEqual(INVALID_GRANT);
    expect((await first.userinfo(access_token)).status).toBe(401);
  });

  test('fapi2-security-profile-final-ensure-token-endpoint-fails-with-expired-auth-code', async () => {
    const code = await first.codeFor(kim);
    fapi.advance(62);
    expect(await errorOf(await first.redeem(code))).toEqual(INVALID_GRANT);
  });

  test('fapi2-security-profile-final-refresh-token', async () => {
    expect(await tokensOf(await first.codeFor(kim, { scope: 'openid offline_access' }))).not.toHaveProperty(
      'refresh_token',
    );
  });

  test.each<[string, object]>([
    [
      'fapi2-security-profile-final-check-dpop-proof-nbf-exp',
      { nbf: currentSecond() - 10, exp: currentSecond() + 300 },
    ],
    [
      'fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds',
      { iat: currentSecond() - 10 },
    ],
    [
      'fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds',
      { iat: currentSecond() + 10 },
    ],
  ])('%s', async (_module, claims) => {
    const pushed = await first.pushRequest(
      {},
      first.assertion(),
      createProof(first.dpopKey, 'POST', fapi.par, { claims }),
    );
    const outcome = await fapi.answer(
      kim,
      await first.openPushedRequest(kim, await first.uriOf(pushed)),
      'fapi-first',
    );
    const code = codeOf(outcome);
    const dpop = createProof(first.dpopKey, 'POST', fapi.discovery.token_endpoint, { claims });
    const { access_token } = await (await first.redeem(code, { dpop })).json();
    const answer = await first.userinfo(access_token, first.userinfoProof(access_token, { claims }));
    expect(answer.status).toBe(200);
  });

  /** A thumbprint or a proof in a request names the key of the tokens (RFC 9449, section 10). */
  test.each<[string, 'own' | 'other' | null, 'own' | 'other' | null, unknown]>([
    ['fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails', 'other', 'own', 'refused'],
    [
      'fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt',
      null,
      'other',
      INVALID_GRANT,
    ],
    [
      'fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt',
      'other',
      null,
      INVALID_GRANT,
    ],
    ['fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success', null, 'own', 'DPoP'],
    ['fapi2-security-profile-final-ensure-dpop-auth-code-binding-success', 'own', 'own', 'DPoP'],
  ])('%s', async (_module, thumbprint, proofKey, expected) => {
    const keys = { own: first.dpopKey, other: signingKey('ES256') };
    const pushed = await first.pushRequest(
      thumbprint ? { dpop_jkt: keys[thumbprint].thumbprint } : {},
      first.assertion(),
      proofKey ? createProof(keys[proofKey], 'POST', fapi.par) : undefined,
    );
    if (expected === 'refused') return expect(await errorOf(pushed)).toEqual(INVALID_REQUEST);
    const outcome = await fapi.answer(
      kim,
      await first.openPushedRequest(kim, await first.uriOf(pushed)),
      'fapi-first',
    );
    const code = codeOf(outcome);
    const answer = await first.redeem(code);
    expect(answer.ok ? (await answer.json()).token_type : await errorOf(answer)).toEqual(expected);
  });

  test('fapi2-security-profile-final-dpop-negative-tests', async () => {
    const { access_token: accessToken } = await tokensOf(await first.codeFor(kim));
    const { dpopKey } = first;
    const { userinfo_endpoint: userinfo } = fapi.discovery;
    const proof = (changes?: Changes, key?: SigningKey): string =>
      first.userinfoProof(accessToken, changes, key);
    const usedProof = proof();
    const rsa = signingKey('RS256');
    const [header, body] = proof().split('.');
    const refusedProofs: Readonly<Record<string, string | null>> = {
      'no proof': null,
      'two proofs': `${proof()}, ${proof()}`,
      'no JWT': 'no-jwt',
      'no typ': proof({ header: without('typ') }),
      'another typ': proof({ header: { typ: 'jwt' } }),
      'no alg': proof({ header: without('alg') }),
      'alg none': proof({ header: { alg: 'none' } }).replace(/[^.]*$/, ''),
      RS256: proof({}, rsa),
      'no jwk': proof({ header: without('jwk') }),
      'a private jwk': proof({ header: { jwk: dpopKey.privateJwk } }),
      'no jti': proof({ claims: without('jti') }),
      'no htm': proof({ claims: without('htm') }),
      'another htm': proof({ claims: { htm: 'PUT' } }),
      'no htu': proof({ claims: without('htu') }),
      'another htu': proof({ claims: { htu: `${userinfo}/other` } }),
      'no iat': proof({ claims: without('iat') }),
      'an iat of an hour ago': proof({ claims: { iat: currentSecond() - 3600 } }),
      'an iat in an hour': proof({ claims: { iat: currentSecond() + 3600 } }),
      'no ath': proof({ claims: without('ath') }),
      'another ath': proof({ claims: { ath: 'other' } }),
      'another key': proof({}, signingKey('ES256')),
      'a wrong signature': `${header}.${body}.${signingKey('ES256').signatureOf(`${header}.${body}`)}`,
    };
    for (const [name, dpop] of Object.entries(refusedProofs)) {
      const { status } = await first.userinfo(accessToken, dpop);
      expect([name, [400, 401].includes(status)]).toEqual([name, true]);
    }
    expect((await first.userinfo(accessToken, null, 'Bearer')).status).toBe(401);
    const acceptedProofs: Readonly<Record<string, string>> = {
      'the first use': usedProof,
      'more members': proof({ header: { more: 1 }, claims: { more: 1 } }),
      'an htu with a query': proof({
        claims: { htu: `${userinfo}?query#fragment` },
      }),
      'an htu in capitals': proof({
        claims: { htu: userinfo.replace('localhost', 'LOCALHOST') },
      }),
    };
    for (const [name, dpop] of Object.entries(acceptedProofs)) {
      expect([name, (await first.userinfo(accessToken, dpop)).status]).toEqual([name, 200]);
    }
    expect((await first.userinfo(accessToken, usedProof)).status).toBe(401);
  });
});
