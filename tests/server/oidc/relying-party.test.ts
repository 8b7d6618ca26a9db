import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { newFolder } from '#tests/support/folder.ts';
import { freePort } from '#tools/free-port.ts';
import { Browser } from './browser.ts';
import { discover } from './discover.ts';
import {
  authorizationUrl,
  browserSignedInAs,
  callbackOf,
  SECRET,
  startEngineServer,
} from './engine-server.ts';

describe('a relying party of the configuration', async () => {
  const dataDir = newFolder();
  const port = await freePort();

  it('signs in with and without PKCE and reads userinfo', async () => {
    const server = await startEngineServer({ dataDir, port });
    const config = await discover(server.origin);
    const verifier = openid.randomPKCECodeVerifier();
    const pkce = {
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [parameters, checks] of [
      [{}, {}],
      [pkce, { pkceCodeVerifier: verifier }],
    ] as const) {
      const request = openid.buildAuthorizationUrl(config, {
        redirect_uri: 'https://rp.example/callback',
        scope: 'openid email',
        state: 's',
        nonce: 'n',
        ...parameters,
      });
      const callback = await callbackOf(browserSignedInAs(server, 'kim'), request);
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        expectedState: 's',
        expectedNonce: 'n',
        idTokenExpected: true,
        ...checks,
      });
      expect(tokens.claims()).toMatchObject({ sub: 'kim', iss: server.origin });
      expect(await openid.fetchUserInfo(config, tokens.access_token, 'kim')).toEqual({
        sub: 'kim',
        email: 'kim@example.com',
        departments: ['Sales', 'R&D'],
      });
    }
    await server.close();
  });

  it('redeems a code and verifies the tokens with the same keys after a restart of the portal', async () => {
    const firstServer = await startEngineServer({ dataDir, port });
    const keys = await (await fetch(`${firstServer.origin}/oauth2/jwks`)).json();
    const config = await discover(firstServer.origin);
    openid.enableNonRepudiationChecks(config);
    const callback = await callbackOf(
      browserSignedInAs(firstServer, 'kim'),
      authorizationUrl(firstServer.origin, { state: 's' }),
    );
    await firstServer.close();

    const secondServer = await startEngineServer({ dataDir, port });
    expect(await (await fetch(`${secondServer.origin}/oauth2/jwks`)).json()).toEqual(keys);
    expect(keys.keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
    const tokens = await openid.authorizationCodeGrant(config, callback, { expectedState: 's' });
    expect(tokens.claims()).toMatchObject({ sub: 'kim' });
    await secondServer.close();
  });

  it('authenticates with its secret, in the header or in the body, and with no other', async () => {
    const server = await startEngineServer();
    const redeem = async (authentication: openid.ClientAuth) => {
      const config = await discover(server.origin, authentication);
      const request = authorizationUrl(server.origin, { state: 's' });
      const callback = await callbackOf(browserSignedInAs(server, 'kim'), request);
      return openid.authorizationCodeGrant(config, callback, { expectedState: 's' });
    };
    for (const method of [openid.ClientSecretBasic, openid.ClientSecretPost]) {
      expect((await redeem(method(SECRET))).token_type).toBe('bearer');
      await expect(redeem(method('another-secret-of-some-length'))).rejects.toMatchObject({ status: 401 });
    }
    await expect(redeem(openid.None())).rejects.toMatchObject({ error: 'invalid_client' });
    await server.close();
  });

  it('gets no redirect to an unregistered address', async () => {
    const server = await startEngineServer();
    const page = await new Browser().open(
      authorizationUrl(server.origin, { redirect_uri: 'https://rp.example/callback/' }),
    );
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    await server.close();
  });

  it('prevents the start when it breaks a rule of OpenID', async () => {
    await expect(
      startEngineServer({
        clients: [
          {
            clientId: 'native',
            redirectUris: ['http://intranet.example/callback', 'com.example.app:/callback'],
            serviceName: { ko: '앱', en: 'App' },
          },
        ],
      }),
    ).rejects.toThrow(/^clients\[0\] \(native\): .*redirect_uris/);
  });
});
