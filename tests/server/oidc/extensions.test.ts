import * as openid from 'openid-client';
import { afterAll, describe, expect, it } from 'vitest';
import { discover } from './discover.ts';
import {
  browserSignedInAs,
  callbackOf,
  type EngineServer,
  fetchUserinfo,
  RELYING_PARTIES,
  SECRET,
  startEngineServer,
} from './engine-server.ts';

const REQUEST = { redirect_uri: 'https://rp.example/callback', scope: 'openid email', state: 's' };
const CHECKS = { expectedState: 's' };

const callbackOfKim = (server: EngineServer, request: URL): Promise<URL> =>
  callbackOf(browserSignedInAs(server, 'kim'), request);

describe('an extension that is not configured', () => {
  it('is neither announced nor accepted', async () => {
    const server = await startEngineServer();
    const config = await discover(server.origin);
    expect(config.serverMetadata()).not.toHaveProperty('pushed_authorization_request_endpoint');
    expect(config.serverMetadata()).not.toHaveProperty('dpop_signing_alg_values_supported');
    const pushed = await fetch(`${server.origin}/oauth2/par`, { method: 'POST' });
    expect(pushed.status).toBe(404);
    await server.close();
  });
});

describe('introspection', () => {
  it('returns acr and auth_time of a valid token to a resource server only', async () => {
    const otherClient = { clientId: 'other', clientSecret: SECRET, redirectUris: ['https://other.example/'] };
    const server = await startEngineServer({
      clients: [
        { ...otherClient, serviceName: { ko: '다른', en: 'Other' } },
        { ...RELYING_PARTIES[0], introspection: true },
      ],
    });
    const config = await discover(server.origin);
    const callback = await callbackOfKim(server, openid.buildAuthorizationUrl(config, REQUEST));
    const { access_token } = await openid.authorizationCodeGrant(config, callback, CHECKS);
    const introspection = await openid.tokenIntrospection(config, access_token);
    expect(introspection).toMatchObject({
      active: true,
      sub: 'kim',
      client_id: 'rp',
      acr: 'urn:munjigi:acr:one-step',
      auth_time: expect.any(Number),
    });
    const auth = openid.ClientSecretBasic(SECRET);
    const otherService = new openid.Configuration(config.serverMetadata(), 'other', undefined, auth);
    openid.allowInsecureRequests(otherService);
    expect(await openid.tokenIntrospection(otherService, access_token)).toEqual({ active: false });
    server.advance(3601);
    expect(await openid.tokenIntrospection(config, access_token)).toEqual({ active: false });
    await server.close();
  });
});

describe('a configured extension', async () => {
  const server = await startEngineServer({ extraConfig: { oidc: { par: true, dpop: true } } });
  const config = await discover(server.origin);
  afterAll(() => server.close());

  it('accepts a pushed request once, for a minute, and still accepts requests by the browser', async () => {
    const request = await openid.buildAuthorizationUrlWithPAR(config, REQUEST);
    expect([...request.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const tokens = await openid.authorizationCodeGrant(config, await callbackOfKim(server, request), CHECKS);
    expect(tokens.claims()).toMatchObject({ sub: 'kim' });
    const late = await openid.buildAuthorizationUrlWithPAR(config, REQUEST);
    server.advance(61);
    for (const unusable of [request, late]) {
      const answer = await browserSignedInAs(server, 'kim').open(unusable);
      const { searchParams } = new URL(answer.headers.get('location') ?? '', server.origin);
      expect(searchParams.get('error')).toBe('invalid_request_uri');
    }
    const callback = await callbackOfKim(server, openid.buildAuthorizationUrl(config, REQUEST));
    expect(callback.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('refuses a pushed request without client authentication', async () => {
    const body = new URLSearchParams({ ...REQUEST, client_id: 'rp', response_type: 'code' });
    const answer = await fetch(`${server.origin}/oauth2/par`, { method: 'POST', body });
    expect([answer.status, (await answer.json()).error]).toEqual([401, 'invalid_client']);
  });

  it('binds an access token to the key of its service', async () => {
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const callback = await callbackOfKim(server, openid.buildAuthorizationUrl(config, REQUEST));
    const tokens = await openid.authorizationCodeGrant(config, callback, CHECKS, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    expect(await openid.fetchUserInfo(config, tokens.access_token, 'kim', { DPoP })).toMatchObject({
      sub: 'kim',
    });
    const otherHandle = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    await expect(
      openid.fetchUserInfo(config, tokens.access_token, 'kim', { DPoP: otherHandle }),
    ).rejects.toMatchObject({ status: 401 });
    expect((await fetchUserinfo(server.origin, tokens.access_token)).status).toBe(401);
  });

  it('accepts a DPoP proof once', async () => {
    const proofs: string[] = [];
    const recordingConfig = await discover(server.origin);
    recordingConfig[openid.customFetch] = (url, init) => {
      proofs.push(new Headers(init.headers).get('dpop') ?? '');
      return fetch(url, init as RequestInit);
    };
    const DPoP = openid.getDPoPHandle(recordingConfig, await openid.randomDPoPKeyPair('ES256'));
    const callback = await callbackOfKim(server, openid.buildAuthorizationUrl(recordingConfig, REQUEST));
    const tokens = await openid.authorizationCodeGrant(recordingConfig, callback, CHECKS, undefined, {
      DPoP,
    });
    await openid.fetchUserInfo(recordingConfig, tokens.access_token, 'kim', { DPoP });
    const headers = { authorization: `DPoP ${tokens.access_token}`, dpop: proofs.at(-1) ?? '' };
    expect((await fetch(`${server.origin}/oauth2/userinfo`, { headers })).status).toBe(401);
  });
});
