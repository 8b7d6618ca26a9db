import { afterAll, describe, expect, it, vi } from 'vitest';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { CLIENT_ID, firstStep } from '#tests/support/server/steps.ts';
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

  async function call(browser: Browser, method: string, path: string, body?: unknown) {
    const response = await browser.open(`${server.portal}${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-language': 'en' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }

  /** Opens the sign-in of the service, and loads the portal's page to which it leads. */
  async function reachPortal(browser: Browser, query = ''): Promise<string> {
    const page = await browser.follow(`${server.lab}/service/login${query}`, isPortalPage);
    expect((await browser.open(page)).status).toBe(200);
    return page.searchParams.get('uid') ?? '';
  }

  /** Signs in by ID and password; returns the answer of /authenticate. */
  async function signIn(browser: Browser, userId: string) {
    const { json: policy } = await call(browser, 'POST', '/auth/policy/check', {
      userId,
      clientId: CLIENT_ID,
    });
    return call(browser, 'POST', '/authenticate', {
      userId,
      userPassword: firstStep({ policyId: policy.policyId }),
    });
  }

  const sessionAtService = async (browser: Browser) =>
    (await browser.open(`${server.lab}/service/session`)).json();

  it('leads by summary, policy check, password and resume to a session at the service', async () => {
    const browser = new Browser();
    const uid = await reachPortal(browser);
    expect((await call(browser, 'GET', '/summary/auth')).json).toEqual({
      status: 200,
      clientId: 'demo-oidc',
      userId: '',
      redirectUrl: `${server.portal}/oauth2/authorize/${uid}`,
      isAlreadyAuth: false,
      scopes: ['openid', 'profile', 'email'],
    });
    const { json: login } = await signIn(browser, 'kim');
    expect(login).toMatchObject({ status: 200, to: `${server.portal}/oauth2/authorize/${uid}` });
    const callback = await browser.follow(login.to, isCallback);
    await browser.open(callback);
    expect(await sessionAtService(browser)).toMatchObject({
      signedIn: true,
      claims: { sub: 'kim', amr: ['pwd'], acr: 'urn:munjigi:acr:one-step' },
      userinfo: { sub: 'kim', name: '김하늘', 'name#en': 'Haneul Kim', email: 'haneul.kim@hanbit.example' },
    });
  });

  it('leads from a used request, reached by Back, to the sign-in of its service', async () => {
    const browser = new Browser();
    const uid = await reachPortal(browser);
    await browser.follow((await signIn(browser, 'kim')).json.to, isCallback);
    const resumed = await browser.open(`${server.portal}/oauth2/authorize/${uid}`);
    expect([resumed.status, await resumed.text()]).toEqual([400, expect.stringContaining('href="/"')]);
    await browser.open(`${server.portal}/redirect?uid=${uid}`);
    expect((await call(browser, 'GET', '/summary/auth')).json).toMatchObject({
      clientId: '',
      userId: 'kim',
      redirectUrl: `${server.lab}/service/login`,
      isAlreadyAuth: true,
    });
  });

  it('refuses a callback whose state was changed', async () => {
    const browser = new Browser();
    await reachPortal(browser);
    const callback = await browser.follow((await signIn(browser, 'kim')).json.to, isCallback);
    callback.searchParams.set('state', 'changed');
    expect((await browser.open(callback)).status).toBe(400);
    expect(await sessionAtService(browser)).toEqual({ signedIn: false });
  });

  it('gives another browser no code for a request that somebody else finished', async () => {
    const attacker = new Browser();
    const uid = await reachPortal(attacker);
    const victim = new Browser();
    await victim.open(`${server.portal}/redirect?uid=${uid}`);
    await signIn(victim, 'kim');
    const answer = await attacker.open(`${server.portal}/oauth2/authorize/${uid}`);
    expect(answer.headers.get('location')).toBe(`/redirect?uid=${uid}`);
  });

  it('is over after /logout of the portal, also for prompt=none', async () => {
    const browser = new Browser();
    await reachPortal(browser);
    await browser.follow((await signIn(browser, 'kim')).json.to, isCallback);
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
    await reachPortal(browser);
    await browser.follow((await signIn(browser, 'kim')).json.to, isCallback);
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
