import { afterAll, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  callbackOf,
  codeIn,
  fetchUserinfo,
  isOutside,
  isPortalPage,
  loginOf,
  redeem,
  setLogin,
  startEngineServer,
} from './engine-server.ts';

describe('single sign-on at the engine', async () => {
  const server = await startEngineServer();
  afterAll(() => server.close());

  const resumeUrl = (uid: string, query = '') => `${server.origin}/oauth2/authorize/${uid}${query}`;

  it('redirects to the portal even when its session satisfies the request', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const uid = await beginRequest(browser, authorizationUrl(server.origin));
    const page = await browser.open(resumeUrl(uid));
    expect([page.status, page.headers.get('location')]).toEqual([303, `/redirect?uid=${uid}`]);
  });

  it('finishes with noReauth=Y from the portal session alone', async () => {
    const browser = browserSignedInAs(server, 'lee');
    const callback = await callbackOf(browser, authorizationUrl(server.origin));
    expect(callback.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('redirects to the portal with noReauth=Y when nobody is signed in', async () => {
    const browser = new Browser();
    const uid = await beginRequest(browser, authorizationUrl(server.origin));
    const answer = await browser.open(resumeUrl(uid, '?noReauth=Y'));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/redirect?uid=${uid}`]);
  });

  it('is not satisfied by the engine session once the portal session has ended', async () => {
    const browser = browserSignedInAs(server, 'kim');
    await callbackOf(browser, authorizationUrl(server.origin));
    server.portal.logins.clear();
    const callback = await browser.follow(
      authorizationUrl(server.origin, { prompt: 'none' }),
      isOutside(server.origin),
    );
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  it('answers prompt=none without a page when the portal session satisfies it', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const callback = await browser.follow(
      authorizationUrl(server.origin, { prompt: 'none' }),
      (url) => isOutside(server.origin)(url) || isPortalPage(url),
    );
    expect(callback.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('answers prompt=none with login_required when max_age has passed', async () => {
    const browser = browserSignedInAs(server, 'kim', Date.now() - 120_000);
    const callback = await browser.follow(
      authorizationUrl(server.origin, { prompt: 'none', max_age: '60' }),
      isOutside(server.origin),
    );
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  it('requires a new login for prompt=login, and accepts it', async () => {
    const browser = browserSignedInAs(server, 'kim', Date.now() - 5_000);
    const uid = await beginRequest(browser, authorizationUrl(server.origin, { prompt: 'login' }));
    expect((await browser.open(resumeUrl(uid, '?noReauth=Y'))).headers.get('location')).toBe(
      `/redirect?uid=${uid}`,
    );
    setLogin(server, browser, 'kim');
    await server.engine.finish(uid, loginOf('kim'));
    const callback = await browser.follow(resumeUrl(uid), isOutside(server.origin));
    expect(callback.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('accepts a login made for the request with max_age=0', async () => {
    const browser = new Browser();
    const uid = await beginRequest(browser, authorizationUrl(server.origin, { max_age: '0' }));
    setLogin(server, browser, 'kim', Date.now() + 1);
    await server.engine.finish(uid, loginOf('kim'));
    const callback = await browser.follow(resumeUrl(uid), isOutside(server.origin));
    expect(callback.searchParams.get('code')).toEqual(expect.any(String));
  });

  it('changes the account of the engine session with the portal session', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const accessTokenOf = async () => {
      const callback = await callbackOf(browser, authorizationUrl(server.origin));
      return (await (await redeem(server.origin, codeIn(callback))).json()).access_token;
    };
    const tokenOfKim = await accessTokenOf();
    setLogin(server, browser, 'lee');
    const tokenOfLee = await accessTokenOf();
    expect(await (await fetchUserinfo(server.origin, tokenOfLee)).json()).toMatchObject({ sub: 'lee' });
    expect((await fetchUserinfo(server.origin, tokenOfKim)).status).toBe(401);
  });

  it('answers login_required when another person signs in than the ID token hint names', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const callback = await callbackOf(browser, authorizationUrl(server.origin));
    const { id_token: hint } = await (await redeem(server.origin, codeIn(callback))).json();

    setLogin(server, browser, 'lee');
    const silent = await browser.follow(
      authorizationUrl(server.origin, { prompt: 'none', id_token_hint: hint }),
      isOutside(server.origin),
    );
    const hintedId = await beginRequest(browser, authorizationUrl(server.origin, { id_token_hint: hint }));
    expect(await server.engine.find(hintedId)).toMatchObject({ loginHint: 'kim' });
    const interactive = await browser.follow(resumeUrl(hintedId, '?noReauth=Y'), isOutside(server.origin));
    expect([silent, interactive].map((url) => url.searchParams.get('error'))).toEqual([
      'login_required',
      'login_required',
    ]);
  });
});
