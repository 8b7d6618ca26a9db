import { afterAll, describe, expect, it } from 'vitest';
import { testServer } from '#tests/support/server/server.ts';
import { hostileTo } from '#tests/targets/hostile.ts';
import { Browser } from './oidc/browser.ts';
import { startPortalAndLab } from './oidc/portal-and-lab.ts';
import { signIn } from './saml/portal-calls.ts';

const AS_DOCUMENT = { 'sec-fetch-dest': 'document' };
const ADDRESS_PATTERN = /<html lang="(?:ko|en)" data-address="(\/redirect\?uid=[\w-]+)">/;
const SERVICES = [
  ['OpenID', '/service/login', 'demo-oidc', 'oidc', /^\/service\/callback$/],
  ['SAML', '/expenses/login', 'demo-saml', 'saml', /^\/saml\/resume\//],
] as const;

const server = await startPortalAndLab();
afterAll(() => server.close());

/** The address to which the service redirects the browser with its request. */
async function requestOf(browser: Browser, loginPath: string): Promise<URL> {
  const { headers } = await browser.open(`${server.lab}${loginPath}`);
  return new URL(headers.get('location') ?? '');
}

const addressIn = (page: string): string | undefined => ADDRESS_PATTERN.exec(page)?.[1];

describe.each(SERVICES)('a request by %s', (_name, loginPath, clientId, type, resumePath) => {
  it('is answered with its page, which leads back to the service', async () => {
    const browser = new Browser();
    const answer = await browser.open(await requestOf(browser, loginPath), { headers: AS_DOCUMENT });
    const page = await answer.text();
    const address = addressIn(page);
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(page).toContain(`<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`);

    const openedPage = await browser.open(`${server.portal}${address}`, { headers: AS_DOCUMENT });
    const varyingHeaders = [
      'content-length',
      'date',
      'set-cookie',
      'x-request-id',
      'connection',
      'keep-alive',
    ];
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => !varyingHeaders.includes(name));
    expect(headersOf(answer)).toEqual(expect.arrayContaining(headersOf(openedPage)));
    expect(await openedPage.text()).not.toContain('data-address');

    const { json } = await signIn(browser, server.portal, 'kim', clientId, type);
    const { pathname } = await browser.follow(String(json['to']), (url) => resumePath.test(url.pathname));
    expect(pathname).toMatch(resumePath);
  });

  it.each<[string, Record<string, string>]>([
    ['does not name a destination', {}],
    ['shows it in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['prefetches it', { ...AS_DOCUMENT, purpose: 'prefetch' }],
  ])('is redirected to its page, or refused for now, when the browser %s', async (_, headers) => {
    const browser = new Browser();
    const answer = await browser.open(await requestOf(browser, loginPath), { headers });
    expect(await answer.text()).not.toContain('data-address');
    expect([303, 503]).toContain(answer.status);
  });

  it('is redirected to its page when it is sent to another host name of this machine', async () => {
    const browser = new Browser();
    const request = await requestOf(browser, loginPath);
    request.hostname = '127.0.0.1';
    const { status, headers } = await browser.open(request, { headers: AS_DOCUMENT });
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/redirect\?uid=/)]);
  });

  it('is redirected to its page when somebody is signed in', async () => {
    const browser = new Browser();
    await browser.open(await requestOf(browser, loginPath), { headers: AS_DOCUMENT });
    await signIn(browser, server.portal, 'kim', clientId, type);
    const answer = await browser.open(await requestOf(browser, loginPath), { headers: AS_DOCUMENT });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/redirect\?uid=/),
    ]);
  });
});

it('a request by POST is redirected to a GET', async () => {
  const browser = new Browser();
  const request = await requestOf(browser, '/service/login');
  const answer = await browser.open(`${server.portal}${request.pathname}`, {
    method: 'POST',
    body: request.searchParams,
    headers: AS_DOCUMENT,
  });
  expect(answer.status).toBe(303);
});

it.each([
  ['prompt', 'none', 303],
  ['client_id', 'unknown', 400],
])('a request with %s=%s is not answered with the page of a request', async (name, value, status) => {
  const browser = new Browser();
  const request = await requestOf(browser, '/service/login');
  request.searchParams.set(name, value);
  const answer = await browser.open(request, { headers: AS_DOCUMENT });
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain('data-address');
});

it('the page is in the language that the service requests', async () => {
  const browser = new Browser();
  for (const language of ['ko', 'en']) {
    const request = await requestOf(browser, '/service/login');
    request.searchParams.set('ui_locales', language);
    const page = await (await browser.open(request, { headers: AS_DOCUMENT })).text();
    expect(page).toContain(`<html lang="${language}"`);
  }
});

it('no parameter of a request is part of the address of its page', async () => {
  const hostile = [...hostileTo(server.portal).slice(0, 8), '"><script>', "';alert(1)//"];
  const browser = new Browser();
  for (const value of hostile) {
    const request = await requestOf(browser, '/service/login');
    for (const name of ['state', 'login_hint', 'nonce', 'uid', 'ui_locales']) {
      request.searchParams.set(name, value);
    }
    const page = await (await browser.open(request, { headers: AS_DOCUMENT })).text();
    expect(addressIn(page), value).toBeDefined();
    expect(page.match(/<script(?! type="application\/json")/g), value).toBeNull();
  }
});

it('a page that the engine answers in place is not logged by the portal too', async () => {
  const { app, engine, logged } = await testServer();
  const request = new Request(`http://localhost:8080/redirect?uid=${engine.beginRequest()}`);
  await app.fetch(request, { isInPlace: true });
  expect(logged).toEqual([]);
  await app.fetch(request);
  expect(logged).toHaveLength(1);
});
