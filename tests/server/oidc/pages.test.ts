import { afterAll, describe, expect, it } from 'vitest';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import { cspSourceOf } from '#tests/support/server/csp-source.ts';
import { Browser } from './browser.ts';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  callbackOf,
  startEngineServer,
} from './engine-server.ts';

const directive = (response: Response, name: string): string =>
  (response.headers.get('content-security-policy') ?? '')
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1) ?? '';

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const server = await startEngineServer();
afterAll(() => server.close());

describe("the engine's own pages", () => {
  const errorPage = (headers: Record<string, string>) =>
    new Browser().open(`${server.origin}/oauth2/authorize?client_id=nobody`, { headers });

  it.each([
    ['ko-KR,ko;q=0.9', '', 'ko'],
    ['de-DE', '', 'en'],
    ['en', 'language=ko', 'ko'],
    ['ko', 'language=en', 'en'],
    ['jp', '', 'ko'],
    ['ja', '', 'en'],
    ['', '', 'ko'],
  ])(
    'for Accept-Language "%s" and the cookie "%s" are in the language %s',
    async (accept, cookie, language) => {
      const page = await (await errorPage({ 'accept-language': accept, cookie })).text();
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(language === 'ko' ? '시작 화면으로' : 'Go to the start page');
    },
  );

  it('carry every security header and allow no script', async () => {
    const response = await errorPage({});
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(directive(response, 'script-src')).toBe("'none'");
    expect(directive(response, 'form-action')).toBe("'self'");
    expect(directive(response, 'frame-ancestors')).toBe("'none'");
    expect(directive(response, 'require-trusted-types-for')).toBe("'script'");
    expect(directive(response, 'style-src')).toBe(cspSourceOf(await response.text(), 'style'));
  });

  it('link to the service of a request with a known client', async () => {
    const url = authorizationUrl(server.origin, { redirect_uri: 'https://evil.example/' });
    const page = await new Browser().open(url);
    expect(page.status).toBe(400);
    const text = await page.text();
    expect(text).toContain('href="https://rp.example/login"');
    expect(text).not.toContain('href="https://evil.example/');
  });

  it('are JSON for a client that accepts JSON', async () => {
    const response = await errorPage({ accept: 'application/json' });
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('redirect an unknown path below /oauth2 to the error page, and answer a call with 404', async () => {
    const page = await new Browser().open(`${server.origin}/oauth2/nothing`);
    expect([page.status, page.headers.get('location')]).toEqual([303, '/error']);
    const call = await fetch(`${server.origin}/oauth2/nothing`, { headers: { accept: 'application/json' } });
    expect([call.status, await call.json()]).toEqual([404, { error: 'not_found' }]);
  });

  it('escape the parameters of the request', async () => {
    const url = authorizationUrl(server.origin, { client_id: '<img src=x onerror=alert(1)>' });
    expect(await (await new Browser().open(url)).text()).not.toContain('<img');
  });
});

describe('the answers of the engine', () => {
  it.each([
    ['discovery', '/.well-known/openid-configuration', 200],
    ['the keys', '/oauth2/jwks', 200],
    ['UserInfo without a token', '/oauth2/userinfo', 401],
    ['a path without an answer', '/oauth2/nothing', 404],
    ['an authorization that is refused', '/oauth2/authorize?client_id=nobody', 400],
    [
      'an authorization that is accepted',
      '/oauth2/authorize?client_id=rp&response_type=code&scope=openid',
      303,
    ],
    ['a sign-out', '/oauth2/end-session', 200],
  ])('carry the common headers: %s', async (_name, path, status) => {
    const response = await fetch(server.origin + path, { redirect: 'manual' });
    expect(response.status).toBe(status);
    const headers = Object.fromEntries(response.headers);
    const { 'content-security-policy': policy, ...common } = lowerCase(
      commonHeaders({ publicUrl: server.origin }),
    );
    expect(headers).toMatchObject(common);
    expect(headers['content-security-policy']).toContain(String(policy).split(';')[0]);
    expect(headers['cache-control']).toBeTruthy();
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each([
    ['/.well-known/openid-configuration', 'public, max-age=300'],
    ['/oauth2/jwks', 'public, max-age=300'],
    ['/oauth2/userinfo', 'no-store'],
  ])(
    'may be cached for five minutes only when they contain metadata or keys: %s',
    async (path, cacheControl) => {
      expect((await fetch(server.origin + path)).headers.get('cache-control')).toBe(cacheControl);
    },
  );

  it('carry Strict-Transport-Security when the portal uses https', async () => {
    const publicUrl = 'https://login.example';
    const secure = await startEngineServer({ publicUrl });
    const { headers } = await fetch(`${secure.origin}/oauth2/jwks`);
    await secure.close();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(Object.fromEntries(headers)).toMatchObject(lowerCase(commonHeaders({ publicUrl })));
  });
});

describe('form_post', () => {
  async function openFormPost(parameters: Record<string, string> = {}): Promise<Response> {
    const browser = browserSignedInAs(server, 'kim');
    const request = authorizationUrl(server.origin, { response_mode: 'form_post', ...parameters });
    const uid = await beginRequest(browser, request);
    return browser.open(`${server.origin}/oauth2/authorize/${uid}?noReauth=Y`);
  }

  it('posts code and state to the service by a form; its CSP allows forms to the portal and to https only', async () => {
    const response = await openFormPost();
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<form method="post" action="https://rp.example/callback">');
    expect(page).toMatch(/<input type="hidden" name="code" value="[\w-]+">/);
    expect(page).toContain('<input type="hidden" name="state" value="the-state">');
    expect(directive(response, 'form-action')).toBe("'self' https:");
    expect(directive(response, 'script-src')).toBe(cspSourceOf(page, 'script'));
  });

  it('escapes the state', async () => {
    expect(await (await openFormPost({ state: '"><script>alert(1)</script>' })).text()).toContain(
      'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    );
  });

  it('posts errors in the same way', async () => {
    const page = await new Browser().open(
      authorizationUrl(server.origin, { response_mode: 'form_post', prompt: 'none' }),
    );
    expect(await page.text()).toContain('<input type="hidden" name="error" value="login_required">');
  });
});

describe('signing out', () => {
  const endSession = (parameters: Record<string, string> = {}) =>
    `${server.origin}/oauth2/end-session?${new URLSearchParams(parameters)}`;
  const fieldsOf = (page: string) => ({ xsrf: /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? '' });

  it('asks for a confirmation, then ends both sessions and returns to the service', async () => {
    const browser = browserSignedInAs(server, 'kim');
    await callbackOf(browser, authorizationUrl(server.origin));
    const question = await browser.open(
      endSession({ client_id: 'rp', post_logout_redirect_uri: 'https://rp.example/bye', state: 's1' }),
    );
    const page = await question.text();
    expect(page).toContain('Sign out?');
    expect(directive(question, 'form-action')).toBe("'self' https:");

    const confirmed = await browser.submit(`${server.origin}/oauth2/end-session/confirm`, {
      ...fieldsOf(page),
      logout: 'yes',
    });
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([
      303,
      'https://rp.example/bye?state=s1',
    ]);
    expect(confirmed.headers.get('clear-site-data')).toBe('"storage"');
    expect(browser.cookieHeader(server.origin)).toBe('');
  });

  it('does not end the portal session when the person declines', async () => {
    const browser = browserSignedInAs(server, 'kim');
    await callbackOf(browser, authorizationUrl(server.origin));
    const page = await (await browser.open(endSession({ client_id: 'rp' }))).text();
    const declined = await browser.submit(`${server.origin}/oauth2/end-session/confirm`, fieldsOf(page));
    expect(declined.headers.get('clear-site-data')).toBeNull();
    expect(browser.cookieHeader(server.origin)).toContain('portal=');
    const endPage = await browser.open(declined.headers.get('location') ?? '');
    expect(await endPage.text()).toContain('You are still signed in');
  });

  it('asks for a confirmation even when only the portal has a session', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const page = await (await browser.open(endSession())).text();
    expect(page).toContain('Sign out?');
    const confirmed = await browser.submit(`${server.origin}/oauth2/end-session/confirm`, {
      ...fieldsOf(page),
      logout: 'yes',
    });
    const endPage = await browser.open(confirmed.headers.get('location') ?? '');
    expect(await endPage.text()).toContain('You are signed out');
    expect(browser.cookieHeader(server.origin)).not.toContain('portal=');
  });

  it('refuses a confirmation that is not from a page of this browser', async () => {
    const browser = browserSignedInAs(server, 'kim');
    await callbackOf(browser, authorizationUrl(server.origin));
    const forged = await browser.submit(`${server.origin}/oauth2/end-session/confirm`, {
      xsrf: 'guessed',
      logout: 'yes',
    });
    expect(forged.status).toBe(400);
    expect(browser.cookieHeader(server.origin)).toContain('portal=');
  });

  it('never returns to an address that is not registered', async () => {
    const page = await new Browser().open(
      endSession({ client_id: 'rp', post_logout_redirect_uri: 'https://evil.example/' }),
    );
    expect(page.status).toBe(200);
    const otherMarkup = (await page.text()).replaceAll(/href="\/language\/[^"]*"/g, '');
    expect(otherMarkup).not.toContain('evil.example');
  });

  it.each(['https://rp.example/bye', 'https://evil.example/'])(
    'by POST is redirected to the same request by GET, with %s',
    async (address) => {
      const fields = { client_id: 'rp', post_logout_redirect_uri: address };
      const postResponse = await browserSignedInAs(server, 'kim').submit(endSession(), fields);
      expect([postResponse.status, postResponse.headers.get('location')]).toEqual([
        303,
        `/oauth2/end-session?${new URLSearchParams(fields)}`,
      ]);
    },
  );

  it('by POST without a field asks for a confirmation', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const postResponse = await browser.submit(endSession(), {});
    const question = await browser.open(new URL(postResponse.headers.get('location') ?? '', server.origin));
    expect(await question.text()).toContain('Sign out?');
  });

  it("ends the engine's session when the person signs out of the portal", async () => {
    const browser = browserSignedInAs(server, 'kim');
    await callbackOf(browser, authorizationUrl(server.origin));
    const cookies = browser.cookieHeader(server.origin);
    const cleared = await server.engine.endSession(cookies);
    expect(cleared).toEqual([expect.stringMatching(/^munjigi\.engine=; Path=\/; Max-Age=0/)]);
    const page = await (await browser.open(endSession({ client_id: 'rp' }))).text();
    expect(page).toContain('Sign out?');
    expect(await server.engine.endSession('other=1')).toEqual([]);
  });
});
