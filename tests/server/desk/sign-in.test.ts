import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { type PortalAndLab, startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { firstStep } from '#tests/support/server/steps.ts';
import { freePort } from '#tools/free-port.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

describe('a sign-in at the desk through the portal', () => {
  let server: PortalAndLab;
  let desk: string;
  beforeAll(async () => {
    const port = await freePort();
    desk = `http://localhost:${port}`;
    server = await startPortalAndLab({
      desk: {
        listen: `127.0.0.1:${port}`,
        url: desk,
        roles: { helpDesk: { users: ['lee'] }, administrator: { users: ['admin'] } },
      },
    });
  });
  afterAll(() => server.close());

  const isAtDesk = (url: URL): boolean => url.origin === desk && url.pathname === '/desk/';

  async function call(browser: Browser, origin: string, path: string, body: object) {
    const response = await browser.open(`${origin}${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-language': 'en', origin },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  /** An authenticator with a new passkey of a person. */
  async function passkeyOf(userId: string) {
    const browser = new Browser();
    const authenticator = softwareAuthenticator({ origin: server.lab });
    const { challenge } = await call(browser, server.lab, `/passkey/${userId}/options`, {});
    await call(browser, server.lab, `/passkey/${userId}`, {
      credential: authenticator.registration(challenge),
    });
    return authenticator;
  }

  /** Signs a person in at the portal, and follows the redirects back to the desk. */
  async function signInAtPortal(
    browser: Browser,
    userId: string,
    tokenCode: string,
    secret: () => Promise<string>,
  ) {
    const policy = await call(browser, server.portal, '/auth/policy/check', { userId, clientId: 'desk' });
    const userPassword = firstStep({
      secret: await secret(),
      clientId: 'desk',
      tokenCode,
      policyId: policy.policyId,
    });
    const { to } = await call(browser, server.portal, '/authenticate', { userId, userPassword });
    return browser.follow(new URL(to, server.portal), isAtDesk);
  }

  const signInByPasskey = (
    browser: Browser,
    userId: string,
    authenticator: Awaited<ReturnType<typeof passkeyOf>>,
  ) =>
    signInAtPortal(browser, userId, TYPE_CODES.passkey, async () => {
      const { assertionRequest } = await call(browser, server.portal, '/auth/login/oidc', {
        clientId: 'desk',
        userId,
        type: TYPE_CODES.passkey,
        fidoStatus: 'start',
      });
      const { challenge } = assertionRequest.publicKeyCredentialRequestOptions;
      return secretOf(authenticator.assertion(challenge, { origin: server.portal }));
    });

  const sessionOf = async (browser: Browser) => (await browser.open(`${desk}/desk/data/session`)).json();

  /** Begins a sign-in at the desk, up to the page of the portal. */
  const beginSignIn = async (browser: Browser, query = ''): Promise<void> => {
    const first = `${desk}/desk/sign-in?to=/desk/%3Fperson=kim${query}`;
    await browser.open(await browser.follow(first, isPortalPage));
  };

  /** The portal's summary of the request. */
  const summaryOf = async (browser: Browser) =>
    (await browser.open(`${server.portal}/summary/auth`, { headers: { 'x-language': 'en' } })).json();

  it('accepts a passkey, returns to the page, and signs in again with again=Y', async () => {
    const browser = new Browser();
    const authenticator = await passkeyOf('lee');
    await beginSignIn(browser);
    const back = await signInByPasskey(browser, 'lee', authenticator);
    expect(`${back.pathname}${back.search}`).toBe('/desk/?person=kim');
    const first = await sessionOf(browser);
    expect(first).toMatchObject({ userId: 'lee', role: 'helpDesk', needsReason: false });
    expect(first.provedUntil).toBeGreaterThan(first.now + 9 * 60_000);

    await beginSignIn(browser);
    expect(await summaryOf(browser)).toMatchObject({ isAlreadyAuth: true });
    await beginSignIn(browser, '&again=Y');
    expect(await summaryOf(browser)).toMatchObject({ isAlreadyAuth: false });
    await signInByPasskey(browser, 'lee', authenticator);
    const second = await sessionOf(browser);
    expect(second.provedUntil).toBeGreaterThanOrEqual(first.provedUntil);
    expect(second.csrf).not.toBe(first.csrf);

    const signOut = await browser.open(`${desk}/desk/data/sign-out`, {
      method: 'POST',
      headers: { origin: desk, 'x-desk-token': second.csrf },
    });
    expect((await signOut.json()).portal).toContain(`${server.portal}/oauth2/end-session?client_id=desk`);
    expect(await sessionOf(browser)).toEqual({ code: 'signedOut' });
  });

  it('is over after a sign-out at the portal', async () => {
    const browser = new Browser();
    const authenticator = await passkeyOf('lee');
    await beginSignIn(browser);
    await signInByPasskey(browser, 'lee', authenticator);
    expect(await sessionOf(browser)).toMatchObject({ userId: 'lee' });
    await browser.open(`${server.portal}/logout`, {
      headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    });
    expect(await sessionOf(browser)).toEqual({ code: 'signedOut' });
  });

  it.each(['kim', 'oh'])('refuses %s, who has no role, before the first step', async (userId) => {
    const browser = new Browser();
    await beginSignIn(browser);
    const policy = await call(browser, server.portal, '/auth/policy/check', { userId, clientId: 'desk' });
    expect(policy).toMatchObject({ errCode: '016' });
  });

  it('accepts a callback once, and only in the browser that began the sign-in', async () => {
    const authenticator = await passkeyOf('lee');
    const [own, other] = [new Browser(), new Browser()];
    await beginSignIn(own);
    await beginSignIn(other);
    const callbacks: URL[] = [];
    // Records the callback instead of opening it.
    const follow = own.follow.bind(own);
    own.follow = (address, stop) =>
      follow(address, (url) => {
        if (url.pathname === '/desk/callback') callbacks.push(url);
        return stop(url) || url.pathname === '/desk/callback';
      });
    await signInByPasskey(own, 'lee', authenticator);
    const [callback = new URL(desk)] = callbacks;
    expect((await other.follow(callback, isAtDesk)).search).toBe('?refused=notSignedIn');
    expect((await follow(callback, isAtDesk)).search).toBe('?person=kim');
    expect(await sessionOf(own)).toMatchObject({ role: 'helpDesk' });
    expect((await follow(callback, isAtDesk)).search).toBe('?refused=notSignedIn');
  });

  it('refuses a callback with another state', async () => {
    const browser = new Browser();
    const response = await browser.open(`${desk}/desk/sign-in?to=/desk/`);
    expect(response.status).toBe(303);
    const refusal = await browser.open(`${desk}/desk/callback?state=wrong&code=x`);
    expect(refusal.headers.get('location')).toBe('/desk/?refused=notSignedIn');
  });
});
