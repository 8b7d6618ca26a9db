import { describe, expect } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, fetchPolicyId, signIn } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const isSignedIn = async (browser: Browser): Promise<unknown> =>
  (await browser.call('GET', '/summary/auth')).json['isAlreadyAuth'];

/** A server where Kim has signed in, with a pending request of a service. */
async function serverWithKim() {
  const server = await testServer();
  const kim = server.browser();
  await kim.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await signIn(kim, 'kim');
  return { ...server, kim };
}

const test = testWithSetup(serverWithKim);

describe('a visit to /logout', () => {
  test.for(['same-origin', 'none'])('from %s signs out of the portal and the engine', async (site) => {
    const { kim, engine } = await serverWithKim();
    const before = kim.cookieHeader;
    const { status, text, headers } = await kim.visit('/logout', { 'Sec-Fetch-Site': site });
    expect(status).toBe(200);
    expect(text).toContain('munjigi-config');
    expect(headers.get('Clear-Site-Data')).toBe('"storage"');
    expect(kim.cookieHeader).not.toBe(before);
    expect(engine.endedSessions).toEqual([before]);
    expect(headers.getSetCookie()).toContain('engine=; Path=/; Max-Age=0');
    const { json } = await kim.call('GET', '/summary/auth');
    expect(json).toMatchObject({ clientId: '', isAlreadyAuth: false });
    expect((await kim.call('GET', '/data/sso/accounts/kim?clientId=demo-oidc')).status).toBe(404);
  });

  test('does not change the challenge key, so that other tabs report the end and no forgery', async () => {
    const { kim, portal } = await serverWithKim();
    const key = (await portal.sessions.open(kim.cookieHeader))?.challengeKey;
    const { text } = await kim.visit('/logout');
    expect(text).toContain(`"challengeKey":"${key}"`);
    expect((await portal.sessions.open(kim.cookieHeader))?.challengeKey).toBe(key);
  });

  test.for([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another origin of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['by a browser that names no site', { 'Sec-Fetch-Site': null, 'Sec-Fetch-Dest': null }],
  ] as const)('%s needs a confirmation', async ([, headers], { setup: { kim, engine } }) => {
    const { status, text, headers: answered } = await kim.visit('/logout', headers);
    expect(status).toBe(200);
    expect(text).toContain('<form method="post" action="/logout">');
    expect(text).not.toContain('<script');
    expect(answered.get('Content-Security-Policy')).toContain("script-src 'none'");
    expect(answered.get('Referrer-Policy')).toBe('same-origin');
    expect(await isSignedIn(kim)).toBe(true);
    expect(engine.endedSessions).toEqual([]);
  });

  test.for([
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 503],
    ['a prerender', { 'Sec-Purpose': 'prefetch;prerender' }, 503],
    ['an old prefetch', { Purpose: 'prefetch' }, 503],
    ['a picture', { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['a script', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' }, 200],
  ] as const)('by %s changes nothing', async ([, headers, status], { setup: { kim } }) => {
    expect((await kim.visit('/logout', headers)).status).toBe(status);
    expect(await isSignedIn(kim)).toBe(true);
  });

  test('with an id that was replaced changes nothing', async ({ engine, browser: kim }) => {
    await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
    const policyId = await fetchPolicyId(kim, 'kim');
    const old = kim.clone();
    await authenticate(kim, 'kim', { policyId });
    const { headers } = await old.visit('/logout');
    expect(headers.getSetCookie()).toEqual(['engine=; Path=/; Max-Age=0']);
    expect(await isSignedIn(kim)).toBe(true);
  });

  test('revokes the tokens of the session', async ({ db, browser: seo }) => {
    await signIn(seo, 'seo');
    const count = async () => (await db.prepare('SELECT count(*) AS n FROM access_tokens').get())?.['n'];
    expect(await count()).toBe(1);
    await seo.visit('/logout');
    expect(await count()).toBe(0);
  });

  test('by HEAD changes nothing', async ({ setup: { kim } }) => {
    await kim.request('HEAD', '/logout', {
      headers: { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(await isSignedIn(kim)).toBe(true);
  });

  test.for([
    ['ko', '서비스에 다시 알릴게요.', '다시 로그인'],
    ['en', 'They will be told again', 'Sign in again'],
  ])(
    'after a sign-out names the services that have not confirmed it, in %s',
    async ([language = '', ...texts], { setup: { kim, engine, portal } }) => {
      const path = '/logout?unconfirmed=demo-oidc&unconfirmed=%3Cb%3E';
      const headers = { 'Accept-Language': language };
      expect((await kim.visit(path, headers)).text).toContain('munjigi-config');
      expect(engine.endedSessions).toHaveLength(1);
      const { text } = await kim.visit(path, headers);
      const name = portal.client('demo-oidc')?.serviceName[language as 'ko' | 'en'];
      for (const expected of [`<li>${name}</li>`, ...texts]) expect(text).toContain(expected);
      expect(text).not.toContain('<script');
      expect(text.match(/<li>/g)).toHaveLength(1);
    },
  );

  test('without a session shows the page', async ({ browser }) => {
    expect((await browser.visit('/logout')).text).toContain('munjigi-config');
  });
});

describe('the confirmation', () => {
  test.for([
    ['ko', '로그아웃할까요?', '로그인 유지', '문지기'],
    ['en', 'Sign out?', 'Stay signed in', 'Munjigi'],
  ])('is in %s', async ([language = '', ...texts], { browser }) => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Accept-Language': language };
    const { text } = await browser.visit('/logout', headers);
    expect(text).toContain(`<html lang="${language}">`);
    for (const expected of texts) expect(text).toContain(expected);
  });

  test.for(['/logout', '/logout?continue=demo-oidc', '/logout?continue=a%26ask%3D%22%20b&ask='])(
    'of %s can be read in the other language without being answered',
    async (path, { setup: { kim, engine } }) => {
      const { text } = await kim.visit(path, { 'Sec-Fetch-Site': 'cross-site' });
      const [, link = ''] = /<a href="(\/language\/en[^"]*)"/.exec(text) ?? [];
      const { headers } = await kim.visit(link, { 'Sec-Fetch-Site': 'same-origin' });
      const translated = await kim.visit(headers.get('Location') ?? '', { 'Sec-Fetch-Site': 'same-origin' });
      expect(translated.text).toContain('Sign out?');
      const inputsOf = (page: string) => page.match(/<input [^>]*>/g);
      expect(inputsOf(translated.text)).toEqual(inputsOf(text));
      expect([await isSignedIn(kim), engine.endedSessions]).toEqual([true, []]);
    },
  );

  test('contains the parameters as text', async ({ browser }) => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const { text } = await browser.visit('/logout?continue=%22%3E%3Cb%3E', headers);
    expect(text).toContain('<input type="hidden" name="continue" value="&quot;&gt;&lt;b&gt;">');
  });
});

const answerConfirmation = (browser: Browser, headers: Record<string, string>, body = '') =>
  browser.request('POST', '/logout', {
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('the answer to the confirmation', () => {
  test.for([
    ['by origin', { Origin: 'http://localhost:8080' }],
    ['by origin and site', { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin' }],
  ] as const)('that comes from the portal %s signs out', async ([, headers], { setup: { kim, engine } }) => {
    const { status, text } = await answerConfirmation(kim, headers);
    expect(status).toBe(200);
    expect(text).toContain('munjigi-config');
    expect(await isSignedIn(kim)).toBe(false);
    expect(engine.endedSessions).toHaveLength(1);
  });

  test.for([
    ['foreign', { Origin: 'https://evil.example' }],
    ['cross-site', { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'cross-site' }],
  ] as const)('from a %s page signs nobody out', async ([, headers], { setup: { kim } }) => {
    expect((await answerConfirmation(kim, headers)).status).toBe(403);
    expect(await isSignedIn(kim)).toBe(true);
  });

  test('continues the pending request when so requested', async ({ setup: { kim } }) => {
    const { status, headers } = await answerConfirmation(
      kim,
      { Origin: 'http://localhost:8080' },
      'continue=demo-oidc',
    );
    expect({ status, location: headers.get('Location') }).toEqual({
      status: 303,
      location: '/redirect?uid=request-1',
    });
  });
});

describe('choosing another account', () => {
  test('continues the request and the engine’s session, and signs the account out', async () => {
    const { kim, engine } = await serverWithKim();
    const otherTab = engine.beginRequest({ clientId: 'demo-library' });
    await kim.visit(`/redirect?uid=${otherTab}`);
    const { status, headers } = await kim.visit('/logout?continue=demo-oidc', {
      'Sec-Fetch-Site': 'same-origin',
    });
    expect({ status, location: headers.get('Location') }).toEqual({
      status: 303,
      location: '/redirect?uid=request-1',
    });
    expect(engine.endedSessions).toEqual([]);
    await kim.visit('/redirect?uid=request-1');
    expect((await kim.call('GET', '/summary/auth')).json).toMatchObject({
      clientId: 'demo-oidc',
      isAlreadyAuth: false,
      userId: '',
    });
    expect((await signIn(kim, 'lee')).json['to']).toBe('http://localhost:8080/oauth2/authorize/request-1');
    const { json } = await signIn(kim, 'lee', { clientId: 'demo-library' });
    expect(json['to']).toBe(`http://localhost:8080/oauth2/authorize/${otherTab}`);
  });

  test('without a pending request leads to the start page', async ({ setup: { kim, engine, browser } }) => {
    engine.removeRequest('request-1');
    const locations = [
      await kim.visit('/logout?continue=demo-oidc'),
      await browser().visit('/logout?continue=x'),
    ].map(({ headers }) => headers.get('Location'));
    expect(locations).toEqual(['/login', '/login']);
    expect(await isSignedIn(kim)).toBe(false);
  });

  test.for(['%00', '', 'demo-oidc%00', 'https://evil.example/', '__proto__', 'x'.repeat(8_000)])(
    'for an unknown service (%s) leads to the start page',
    async (name, { setup: { kim } }) => {
      const { status, headers } = await kim.visit(`/logout?continue=${name}&continue=demo-oidc`);
      expect([status, headers.get('Location')]).toEqual([303, '/login']);
      expect(await isSignedIn(kim)).toBe(false);
    },
  );

  test('ends the proofs of the former account', async ({ setup: { kim } }) => {
    expect((await checkPolicy(kim, 'lee')).status).toBe(200);
    await kim.visit('/logout?continue=demo-oidc');
    expect((await kim.call('GET', '/data/sso/accounts/lee?clientId=demo-oidc')).status).toBe(404);
  });
});
