import { afterAll, describe, expect, it, vi } from 'vitest';
import { call, signIn } from '#tests/server/saml/portal-calls.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { Browser } from './browser.ts';
import { authorizationUrl, callbackOf, isPortalPage } from './engine-server.ts';
import { startPortalAndLab } from './portal-and-lab.ts';

const isCallback = (url: URL): boolean => url.pathname === '/service/callback';

describe('a sign-in by HTTP from the service and back to it', async () => {
  const receivers = await startHttpServer((req, res) => res.writeHead(req.url === '/mail' ? 200 : 500).end());
  const clients = (['mail', 'wiki'] as const).map((clientId) => ({
    clientId,
    redirectUris: ['https://rp.example/callback'],
    serviceName: { mail: { ko: '메일', en: 'Mail' }, wiki: { ko: '위키', en: 'Wiki' } }[clientId],
    backchannelLogoutUri: `${receivers.url}/${clientId}`,
  }));
  const server = await startPortalAndLab({ clients });
  afterAll(() => Promise.all([server.close(), receivers.close()]));

  /** Opens the sign-in of the service, and loads the portal's page to which it leads. */
  async function openPortal(browser: Browser): Promise<string> {
    const page = await browser.follow(`${server.lab}/service/login`, isPortalPage);
    expect((await browser.open(page)).status).toBe(200);
    return page.searchParams.get('uid') ?? '';
  }

  const signInAsKim = (browser: Browser) => signIn(browser, server.portal, 'kim', 'demo-oidc', 'oidc');

  /** Signs in by ID and password; returns the callback of the service. */
  async function callbackAfterSignIn(browser: Browser): Promise<URL> {
    const { json } = await signInAsKim(browser);
    return browser.follow(String(json['to']), isCallback);
  }

  const sessionAtService = async (browser: Browser) =>
    (await browser.open(`${server.lab}/service/session`)).json();

  it('leads by summary, policy check, password and resume to a session at the service', async () => {
    const browser = new Browser();
    const uid = await openPortal(browser);
    expect((await call(browser, server.portal, 'GET', '/summary/auth')).json).toEqual({
      status: 200,
      clientId: 'demo-oidc',
      userId: '',
      redirectUrl: `${server.portal}/oauth2/authorize/${uid}`,
      isAlreadyAuth: false,
      scopes: ['openid', 'profile', 'email'],
    });
    const { json: login } = await signInAsKim(browser);
    expect(login).toMatchObject({ status: 200, to: `${server.portal}/oauth2/authorize/${uid}` });
    const callback = await browser.follow(String(login['to']), isCallback);
    await browser.open(callback);
    expect(await sessionAtService(browser)).toMatchObject({
      signedIn: true,
      claims: { sub: 'kim', amr: ['pwd'], acr: 'urn:munjigi:acr:one-step' },
      userinfo: { sub: 'kim', name: '김하늘', 'name#en': 'Haneul Kim', email: 'haneul.kim@hanbit.example' },
    });
  });

  it('leads from a used request, reached by Back, to the sign-in of its service', async () => {
    const browser = new Browser();
    const uid = await openPortal(browser);
    await callbackAfterSignIn(browser);
    const resumed = await browser.open(`${server.portal}/oauth2/authorize/${uid}`);
    expect([resumed.status, await resumed.text()]).toEqual([400, expect.stringContaining('href="/"')]);
    await browser.open(`${server.portal}/redirect?uid=${uid}`);
    expect((await call(browser, server.portal, 'GET', '/summary/auth')).json).toMatchObject({
      clientId: '',
      userId: 'kim',
      redirectUrl: `${server.lab}/service/login`,
      isAlreadyAuth: true,
    });
  });

  it('refuses a callback whose state was changed', async () => {
    const browser = new Browser();
    await openPortal(browser);
    const callback = await callbackAfterSignIn(browser);
    callback.searchParams.set('state', 'changed');
    expect((await browser.open(callback)).status).toBe(400);
    expect(await sessionAtService(browser)).toEqual({ signedIn: false });
  });

  it('gives another browser no code for a request that somebody else finished', async () => {
    const attacker = new Browser();
    const uid = await openPortal(attacker);
    const victim = new Browser();
    await victim.open(`${server.portal}/redirect?uid=${uid}`);
    await signInAsKim(victim);
    const answer = await attacker.open(`${server.portal}/oauth2/authorize/${uid}`);
    expect(answer.headers.get('location')).toBe(`/redirect?uid=${uid}`);
  });

  it('is over after /logout of the portal, also for prompt=none', async () => {
    const browser = new Browser();
    await openPortal(browser);
    await callbackAfterSignIn(browser);
    await browser.open(`${server.portal}/logout`, {
      headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    });
    const callback = await browser.follow(`${server.lab}/service/login?prompt=none`, isCallback);
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  it.each([
    ['en', 'Wiki'],
    ['ko', '위키'],
  ])('ends at /logout, which names the service that has not confirmed it (%s)', async (language, name) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const browser = new Browser();
    await openPortal(browser);
    await callbackAfterSignIn(browser);
    for (const { clientId: client_id } of clients) {
      const request = { client_id, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
      await callbackOf(browser, authorizationUrl(server.portal, request));
    }
    const headers = {
      'accept-language': language,
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'same-origin',
    };
    const signedOut = await browser.open(`${server.portal}/logout`, { headers });
    const endPage = new URL(signedOut.headers.get('location') ?? '', server.portal);
    const page = await (await browser.open(endPage, { headers })).text();
    expect(page.match(/<li>.*<\/li>/g)).toEqual([`<li>${name}</li>`]);
    expect(errors).toHaveBeenCalledWith('The sign-out did not reach wiki: HTTP 500');
  });
});
