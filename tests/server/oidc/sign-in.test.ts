import { afterAll, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  callbackOf,
  claimsOf,
  codeIn,
  fetchUserinfo,
  isOutside,
  loginOf,
  redeem,
  startEngineServer,
} from './engine-server.ts';

describe('the OpenID engine', async () => {
  const server = await startEngineServer();
  afterAll(() => server.close());

  const resumeUrl = (uid: string, query = '') => `${server.origin}/oauth2/authorize/${uid}${query}`;

  it('publishes its addresses and RS256 in the discovery document', async () => {
    const metadata = await (await fetch(`${server.origin}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/oauth2/authorize`,
      token_endpoint: `${server.origin}/oauth2/token`,
      userinfo_endpoint: `${server.origin}/oauth2/userinfo`,
      jwks_uri: `${server.origin}/oauth2/jwks`,
      end_session_endpoint: `${server.origin}/oauth2/end-session`,
      response_types_supported: ['code'],
      response_modes_supported: expect.arrayContaining(['form_post', 'query']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    });
  });

  it('has the same issuer whatever X-Forwarded headers a request has', async () => {
    const metadata = await (
      await fetch(`${server.origin}/.well-known/openid-configuration`, {
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      })
    ).json();
    expect(metadata).toMatchObject({ token_endpoint: `${server.origin}/oauth2/token` });
  });

  it("passes the service's request to the portal", async () => {
    const uid = await beginRequest(
      new Browser(),
      authorizationUrl(server.origin, { prompt: 'login', max_age: '60', login_hint: 'kim' }),
    );
    expect(await server.engine.find(uid)).toEqual({
      id: uid,
      protocol: 'oidc',
      clientId: 'rp',
      scopes: ['openid', 'profile', 'email'],
      resumeUrl: resumeUrl(uid),
      loginHint: 'kim',
      wantsFreshLogin: true,
      maxAgeSeconds: 60,
      startedAt: expect.any(Number),
      wantsTwoSteps: false,
      languages: [],
    });
  });

  it('reads the requested steps and languages from a request', async () => {
    const requestWith = async (parameters: Record<string, string>) =>
      server.engine.find(await beginRequest(new Browser(), authorizationUrl(server.origin, parameters)));
    const twoSteps = 'urn:munjigi:acr:two-steps';
    expect(await requestWith({ acr_values: twoSteps, ui_locales: 'de ko-KR en' })).toMatchObject({
      wantsTwoSteps: true,
      languages: ['de', 'ko-KR', 'en'],
    });
    expect(await requestWith({ acr_values: `urn:munjigi:acr:one-step ${twoSteps}` })).toMatchObject({
      wantsTwoSteps: false,
      languages: [],
    });
  });

  it('gives a confidential client without PKCE a code, an ID token and userinfo', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const uid = await beginRequest(browser, authorizationUrl(server.origin, { nonce: 'n1' }));
    await server.engine.finish(uid, loginOf('kim'));
    const callback = await browser.follow(resumeUrl(uid), isOutside(server.origin));
    expect(callback.searchParams.get('state')).toBe('the-state');
    expect(callback.searchParams.get('iss')).toBe(server.origin);

    const tokens = await (await redeem(server.origin, codeIn(callback))).json();
    expect(claimsOf(tokens.id_token)).toMatchObject({
      iss: server.origin,
      sub: 'kim',
      aud: 'rp',
      nonce: 'n1',
      amr: ['pwd'],
      acr: 'urn:munjigi:acr:one-step',
      auth_time: expect.any(Number),
    });

    const userinfo = await fetchUserinfo(server.origin, tokens.access_token);
    expect(await userinfo.json()).toEqual({
      sub: 'kim',
      name: 'Name of kim',
      departments: ['Sales', 'R&D'],
      email: 'kim@example.com',
    });
  });

  it('accepts a code once', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const code = codeIn(await callbackOf(browser, authorizationUrl(server.origin)));
    expect((await redeem(server.origin, code)).status).toBe(200);
    const secondAnswer = await redeem(server.origin, code);
    expect([secondAnswer.status, await secondAnswer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
  });

  it('refuses a public client without PKCE', async () => {
    const url = authorizationUrl(server.origin, {
      client_id: 'public',
      redirect_uri: 'https://spa.example/callback',
    });
    const callback = await new Browser().follow(url, isOutside(server.origin));
    expect(callback.searchParams.get('error')).toBe('invalid_request');
  });

  it('accepts a request by POST like one by GET', async () => {
    const browser = new Browser();
    const url = authorizationUrl(server.origin);
    const answer = await browser.submit(
      `${server.origin}/oauth2/authorize`,
      Object.fromEntries(url.searchParams),
    );
    expect(answer.status).toBe(303);
    const uid = await beginRequest(browser, new URL(answer.headers.get('location') ?? '', server.origin));
    expect(await server.engine.find(uid)).toMatchObject({ clientId: 'rp' });
  });

  it('finishes two requests of one browser separately', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const firstId = await beginRequest(browser, authorizationUrl(server.origin, { state: 'one' }));
    const secondId = await beginRequest(browser, authorizationUrl(server.origin, { state: 'two' }));
    await server.engine.finish(firstId, loginOf('kim'));
    await server.engine.finish(secondId, loginOf('kim'));
    const callbacks = [
      await browser.follow(resumeUrl(secondId), isOutside(server.origin)),
      await browser.follow(resumeUrl(firstId), isOutside(server.origin)),
    ];
    expect(callbacks.map((url) => url.searchParams.get('state'))).toEqual(['two', 'one']);
  });

  describe('a request of another browser', () => {
    it('is not finished by the session of another person who opens its link', async () => {
      const attacker = new Browser();
      const uid = await beginRequest(attacker, authorizationUrl(server.origin));
      const victim = browserSignedInAs(server, 'kim');
      const answer = await victim.open(resumeUrl(uid, '?noReauth=Y'));
      expect(answer.status).toBe(400);
      expect((await attacker.open(resumeUrl(uid))).headers.get('location')).toBe(`/redirect?uid=${uid}`);
    });

    it.each([
      ['GET', '/oauth2/authorize/UID'],
      ['HEAD', '/oauth2/authorize/UID'],
      ['GET', '/oauth2/authorize/UID/'],
      ['GET', '/oauth2/Authorize/UID'],
      ['GET', '/oauth2/authorize/UID?noReauth=Y'],
    ])('cannot be resumed by %s %s with a login that was added to it elsewhere', async (method, path) => {
      const attacker = new Browser();
      const uid = await beginRequest(attacker, authorizationUrl(server.origin));
      const cookie = attacker.cookieHeader(resumeUrl(uid));
      await server.engine.finish(uid, loginOf('kim'));
      const address = server.origin + path.replace('UID', uid);
      const answer = await attacker.open(address, { method, headers: { cookie } });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        expect.stringMatching(/^\/redirect\?uid=/),
      ]);
    });
  });

  describe('a finished or expired request', () => {
    it('does not exist after its use', async () => {
      const browser = browserSignedInAs(server, 'kim');
      const uid = await beginRequest(browser, authorizationUrl(server.origin));
      await browser.follow(resumeUrl(uid, '?noReauth=Y'), isOutside(server.origin));
      expect(await server.engine.find(uid)).toBeNull();
      const page = await browser.open(resumeUrl(uid));
      expect(page.status).toBe(400);
      expect(await page.text()).toMatch(/This sign-in request has ended[\s\S]*href="\/"/);
    });

    it('does not exist after an hour', async () => {
      const otherServer = await startEngineServer();
      try {
        const uid = await beginRequest(new Browser(), authorizationUrl(otherServer.origin));
        otherServer.advance(3599);
        expect(await otherServer.engine.find(uid)).not.toBeNull();
        otherServer.advance(1);
        expect(await otherServer.engine.find(uid)).toBeNull();
        await expect(otherServer.engine.finish(uid, loginOf('kim'))).rejects.toThrow(
          /unknown, finished or expired/,
        );
      } finally {
        await otherServer.close();
      }
    });
  });
});
