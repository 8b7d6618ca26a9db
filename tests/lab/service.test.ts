import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import {
  browserSignedInAs,
  isPortalPage,
  setLogin,
  startEngineServer,
} from '#tests/server/oidc/engine-server.ts';
import { type LabServer, startLabServer } from './lab-server.ts';

describe('the demo client service', () => {
  let lab: LabServer;
  beforeAll(async () => {
    lab = await startLabServer();
  });
  afterAll(() => lab.close());

  /** Signs in at the portal, and returns the address to which the portal sends the browser back. */
  async function reachCallback(
    browser: Browser,
    from: string,
    userId = 'kim',
    steps: 1 | 2 = 1,
    { portal } = lab,
  ): Promise<URL> {
    const page = await browser.follow(from, isPortalPage);
    setLogin(portal, browser, userId, Date.now(), steps);
    const uid = page.searchParams.get('uid');
    return browser.follow(
      `${portal.origin}/oauth2/authorize/${uid}?noReauth=Y`,
      (url) => url.pathname === '/service/callback',
    );
  }

  const session = async (browser: Browser, origin = lab.origin) =>
    (await browser.open(`${origin}/service/session`)).json();

  it('offers a sign-in, also with prompt=none', async () => {
    const page = await (await new Browser().open(`${lab.origin}/service`)).text();
    expect(page).toContain('href="/service/login"');
    expect(page).toContain('href="/service/login?prompt=none"');
  });

  it('shows the signed-in person with the claims', async () => {
    const browser = new Browser();
    const callback = await reachCallback(browser, `${lab.origin}/service/login`);
    const answer = await browser.open(callback);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/service']);
    const page = await (await browser.open(`${lab.origin}/service`)).text();
    expect(page).toContain('Hello, Name of kim');
    expect(page).toContain('kim@example.com');
    expect(await session(browser)).toMatchObject({
      signedIn: true,
      claims: { sub: 'kim', iss: lab.portal.origin, nonce: expect.any(String) },
    });
  });

  it('works on 127.0.0.1, which is another site than localhost', async () => {
    const origin = lab.origin.replace('localhost', '127.0.0.1');
    const browser = new Browser();
    const callback = await reachCallback(browser, `${origin}/service/login`);
    expect(callback.origin).toBe(origin);
    await browser.open(callback);
    expect(await session(browser, origin)).toMatchObject({ signedIn: true });
    expect(await session(browser)).toEqual({ signedIn: false });
  });

  it('requests with PKCE S256, state and nonce, and passes on the parameters of its links', async () => {
    const url = await new Browser().follow(
      `${lab.origin}/service/login?prompt=login&max_age=60&login_hint=lee`,
      (address) => address.pathname === '/oauth2/authorize',
    );
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
      prompt: 'login',
      max_age: '60',
      login_hint: 'lee',
    });
  });

  it.each([
    ['/service?tab=claims', '/service?tab=claims'],
    ['/service/session', '/service/session'],
    ['https://evil.example/', '/service'],
    ['//evil.example/service', '/service'],
    ['/servicemen', '/service'],
    ['/service\\..\\..\\evil', '/service'],
  ])('returns to the target %s as %s', async (target, location) => {
    const browser = new Browser();
    const callback = await reachCallback(
      browser,
      `${lab.origin}/service/login?target=${encodeURIComponent(target)}`,
    );
    expect((await browser.open(callback)).headers.get('location')).toBe(location);
  });

  it('requests a sign-in with two steps when a resource server requires it, and only once', async () => {
    const browser = new Browser();
    const payslip = `${lab.origin}/service/payslip`;
    /** The page after the redirects that follow a sign-in. */
    const pageAfter = async (callback: URL) => {
      const location = (await browser.open(callback)).headers.get('location') ?? '';
      const page = await browser.open(new URL(location, lab.origin));
      return page.status === 303 ? (await browser.open(payslip)).text() : page.text();
    };
    await browser.open(await reachCallback(browser, `${lab.origin}/service/login`, 'hong'));
    const request = await browser.follow(payslip, (url) => url.pathname === '/oauth2/authorize');
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      acr_values: 'urn:munjigi:acr:two-steps',
      max_age: '300',
    });
    expect(await pageAfter(await reachCallback(browser, payslip, 'hong'))).toContain(
      'This account cannot sign in with two steps',
    );
    expect(await pageAfter(await reachCallback(browser, payslip, 'hong', 2))).toContain('₩3,120,000');
  });

  it.each([[{}], [{ Authorization: 'Bearer unknown' }]])(
    'refuses the payslip to a call with the headers %j',
    async (headers) => {
      const answer = await fetch(`${lab.origin}/payroll/payslip`, { headers });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    },
  );

  it('shows on the television the person who confirmed its code', async () => {
    const browser = browserSignedInAs(lab.portal, 'kim');
    const answer = await browser.open(`${lab.origin}/television`, { method: 'POST' });
    const screen = new URL(answer.headers.get('location') ?? '', lab.origin);
    const waiting = await browser.open(screen);
    expect(waiting.headers.get('refresh')).toBe('5');
    const [, userCode = ''] = /<code>([A-Z]{4}-[A-Z]{4})<\/code>/.exec(await waiting.text()) ?? [];
    const address = `${lab.portal.origin}/activate`;
    const allowed = await lab.portal.engine.devices?.allow(userCode, { cookieHeader: '', network: '' });
    if (typeof allowed !== 'object') throw new Error(`The code was refused: ${allowed}`);
    for (const cookie of allowed.cookies) browser.storeCookie(address, cookie);
    const uid = new URL(allowed.to, address).searchParams.get('uid');
    await browser.open(`${address}/${uid}?noReauth=Y`);
    expect(await (await browser.open(screen)).text()).toContain('<p class="lead">kim</p>');
  });

  it('returns each of two sign-ins of one browser to its own target', async () => {
    const browser = new Browser();
    const firstCallback = await reachCallback(browser, `${lab.origin}/service/login?target=/service?one`);
    const secondCallback = await reachCallback(browser, `${lab.origin}/service/login?target=/service?two`);
    expect((await browser.open(firstCallback)).headers.get('location')).toBe('/service?one');
    expect((await browser.open(secondCallback)).headers.get('location')).toBe('/service?two');
  });

  it('changes its cookie at a sign-in', async () => {
    const browser = new Browser();
    const callback = await reachCallback(browser, `${lab.origin}/service/login`);
    const before = browser.cookieHeader(lab.origin);
    await browser.open(callback);
    expect(browser.cookieHeader(lab.origin)).not.toBe(before);
  });

  describe('a failed callback', () => {
    const expectFailurePage = async (response: Response) => {
      expect(response.status).toBe(400);
      const page = await response.text();
      expect(page).toContain('You are not signed in');
      expect(page).toContain('href="/service/login"');
      return page;
    };

    it('is reported for prompt=none without a portal session', async () => {
      const browser = new Browser();
      const callback = await browser.follow(
        `${lab.origin}/service/login?prompt=none`,
        (url) => url.pathname === '/service/callback',
      );
      expect(await expectFailurePage(await browser.open(callback))).toContain('login_required');
    });

    it('is reported for a state of another browser', async () => {
      const callback = await reachCallback(new Browser(), `${lab.origin}/service/login`);
      const otherBrowser = new Browser();
      expect(await expectFailurePage(await otherBrowser.open(callback))).toContain('unknown_state');
      expect(await session(otherBrowser)).toEqual({ signedIn: false });
    });

    it('is reported when it is opened a second time', async () => {
      const browser = new Browser();
      const callback = await reachCallback(browser, `${lab.origin}/service/login`);
      await browser.open(callback);
      expect(await expectFailurePage(await browser.open(callback))).toContain('unknown_state');
      expect(await session(browser)).toMatchObject({ signedIn: true });
    });

    it.each([
      ['a changed state', 'state', 'changed', 'unknown_state'],
      ['a code that the portal did not issue', 'code', 'made-up', 'invalid_grant'],
      ['an answer of another issuer', 'iss', 'https://evil.example', 'OAUTH_INVALID_RESPONSE'],
    ])('is reported for %s', async (_name, parameter, value, reason) => {
      const browser = new Browser();
      const callback = await reachCallback(browser, `${lab.origin}/service/login`);
      callback.searchParams.set(parameter, value);
      expect(await expectFailurePage(await browser.open(callback))).toContain(reason);
      expect(await session(browser)).toEqual({ signedIn: false });
    });

    it('is reported when the portal does not know the secret of the service', async () => {
      const otherLab = await startLabServer('a-secret-of-another-service');
      const browser = new Browser();
      const callback = await reachCallback(browser, `${otherLab.origin}/service/login`, 'kim', 1, otherLab);
      expect(await expectFailurePage(await browser.open(callback))).toContain('invalid_client');
      await otherLab.close();
    });
  });

  it('ends its own session and requests the logout of the portal', async () => {
    const browser = new Browser();
    await browser.open(await reachCallback(browser, `${lab.origin}/service/login`));
    const logout = await browser.submit(`${lab.origin}/service/logout`, {});
    const question = await browser.open(logout.headers.get('location') ?? '');
    expect(await session(browser)).toEqual({ signedIn: false });
    const xsrf = /name="xsrf" value="(\w+)"/.exec(await question.text())?.[1] ?? '';
    const confirmed = await browser.submit(`${lab.portal.origin}/oauth2/end-session/confirm`, {
      xsrf,
      logout: 'yes',
    });
    const page = await browser.open(confirmed.headers.get('location') ?? '');
    expect(page.url).toBe(`${lab.origin}/service?state=signed-out`);
    expect(await page.text()).toContain('You are signed out.');
  });

  it('ends only its own session at DELETE /service/session', async () => {
    const browser = new Browser();
    await browser.open(await reachCallback(browser, `${lab.origin}/service/login`));
    expect((await browser.open(`${lab.origin}/service/session`, { method: 'DELETE' })).status).toBe(204);
    expect(await session(browser)).toEqual({ signedIn: false });
    expect(browser.cookieHeader(lab.portal.origin)).toContain('portal=');
  });

  it('reports an unreachable portal, and works again when it is reachable', async () => {
    const otherLab = await startLabServer();
    await otherLab.portal.close();
    const page = await new Browser().open(`${otherLab.origin}/service/login`);
    expect(page.status).toBe(502);
    expect(await page.text()).toContain('The portal cannot be reached');

    const portal = await startEngineServer({
      port: Number(new URL(otherLab.portal.origin).port),
      labOrigin: otherLab.origin,
    });
    expect((await new Browser().follow(`${otherLab.origin}/service/login`, isPortalPage)).pathname).toBe(
      '/redirect',
    );
    await otherLab.stopLab();
    await portal.close();
  });
});
