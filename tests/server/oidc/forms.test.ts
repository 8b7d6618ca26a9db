import { text } from 'node:stream/consumers';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { type EngineServer, loginOf, redeem, SECRET, startEngineServer } from './engine-server.ts';

/** A Chromium may have to be unpacked first. */
const BROWSER_START_MS = 60_000;

/**
 * Chromium applies form-action to the redirects after a form too, so only a real browser shows
 * whether the policy of a page allows its form to reach the service.
 */
describe('forms of the engine in a browser, with the service on another site', () => {
  let chrome: Browser;
  let service: Awaited<ReturnType<typeof startHttpServer>>;
  let serviceOrigin: string;
  /** The origin to which the service redirects, which it has not registered. */
  let elsewhereOrigin: string;
  let received: URLSearchParams[];
  let server: EngineServer;
  let context: BrowserContext;
  let errors: string[];

  beforeAll(async () => {
    const launch = await findChromium();
    chrome = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
    service = await startHttpServer(async (req, res) => {
      if (req.method === 'POST') {
        received.push(new URLSearchParams(await text(req)));
        res.writeHead(303, { location: `${elsewhereOrigin}/done` }).end();
      } else {
        res.setHeader('content-type', 'text/html').end(`<title>service</title><p>${req.url}</p>`);
      }
    });
    serviceOrigin = service.url;
    elsewhereOrigin = `http://localhost:${service.port}`;
    server = await startEngineServer({
      clients: [
        {
          clientId: 'rp',
          clientSecret: SECRET,
          redirectUris: [`${serviceOrigin}/callback`],
          postLogoutRedirectUris: [`${serviceOrigin}/bye`],
          serviceName: { ko: '서비스', en: 'Service' },
        },
      ],
    });
  }, BROWSER_START_MS);
  afterAll(async () => {
    await chrome.close();
    await server.close();
    await service.close();
  });

  beforeEach(() => {
    received = [];
    errors = [];
  });
  afterEach(() => context.close());

  async function openPage(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    context = await chrome.newContext({ locale: 'en-US', ...options });
    const session = crypto.randomUUID();
    server.portal.logins.set(session, loginOf('kim'));
    await context.addCookies([{ name: 'portal', value: session, url: server.origin }]);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    return page;
  }

  /** Begins a request and resumes it from the portal session. */
  async function signIn(page: Page, responseMode: string): Promise<void> {
    const request = new URL('/oauth2/authorize', server.origin);
    request.search = new URLSearchParams({
      client_id: 'rp',
      response_type: 'code',
      response_mode: responseMode,
      scope: 'openid',
      redirect_uri: `${serviceOrigin}/callback`,
      state: 'the state & more',
    }).toString();
    await page.goto(request.href);
    const uid = new URL(page.url()).searchParams.get('uid');
    await page.goto(`${server.origin}/oauth2/authorize/${uid}?noReauth=Y`);
  }

  const endSession = (parameters: Record<string, string>): string =>
    `${server.origin}/oauth2/end-session?${new URLSearchParams(parameters)}`;

  it('post the response to the service automatically and follow its redirect to another origin', async () => {
    const page = await openPage();
    await signIn(page, 'form_post');
    await page.waitForURL(`${elsewhereOrigin}/done`);
    expect(received.map((form) => [form.get('state'), form.has('code')])).toEqual([
      ['the state & more', true],
    ]);
    expect(errors).toEqual([]);
  });

  it('post the response by their button without scripts', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await signIn(page, 'form_post');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${elsewhereOrigin}/done`);
    expect(received).toHaveLength(1);
  });

  it.each([
    ['Sign out', false],
    ['Stay signed in', true],
  ])('return to the service when the question is answered by "%s"', async (answer, isSignedIn) => {
    const page = await openPage();
    await signIn(page, 'query');
    await page.goto(endSession({ client_id: 'rp', post_logout_redirect_uri: `${serviceOrigin}/bye` }));
    await page.getByRole('button', { name: answer }).click();
    await page.waitForURL(`${serviceOrigin}/bye`);
    const names = (await context.cookies(server.origin)).map(({ name }) => name);
    expect(names.includes('portal')).toBe(isSignedIn);
    expect(errors).toEqual([]);
  });

  it('sign out automatically when the service sends an ID token hint and the engine has no session', async () => {
    const page = await openPage();
    await signIn(page, 'query');
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const tokens = await redeem(server.origin, code, `${serviceOrigin}/callback`);
    const { id_token: hint } = await tokens.json();
    await context.clearCookies({ name: 'munjigi.engine' });
    await page.goto(
      endSession({ id_token_hint: hint, post_logout_redirect_uri: `${serviceOrigin}/bye`, state: 'x' }),
    );
    await page.waitForURL(`${serviceOrigin}/bye?state=x`);
    expect((await context.cookies(server.origin)).map(({ name }) => name)).not.toContain('portal');
    expect(errors).toEqual([]);
  });
});
