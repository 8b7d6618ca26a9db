import { EventEmitter, on } from 'node:events';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTryAt } from '#server/protocols/security-events/delivery.ts';
import { failureOf } from '#server/protocols/security-events/failure.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import type { Browser } from './browser.ts';
import {
  authorizationUrl,
  browserSignedInAs,
  callbackOf,
  claimsOf,
  codeIn,
  redeem,
  SECRET,
  setLogin,
  startEngineServer,
} from './engine-server.ts';

const arrivals = new EventEmitter();
const received: string[] = [];
let status = 200;

const PATHS = { silent: '/silent', refusing: '/refusing' };
const SERVICES = ['wiki', 'mail', 'shop', 'board', 'silent'];

const service = await startHttpServer(async (req, res) => {
  for await (const chunk of req) received.push(String(chunk));
  if (status === 0) req.socket.destroy();
  else if (req.url !== PATHS.silent) res.writeHead(req.url === PATHS.refusing ? 500 : status).end();
  arrivals.emit('call');
});
const client = (clientId: string, backchannelLogoutUri: string) => ({
  clientId,
  clientSecret: SECRET,
  redirectUris: ['https://rp.example/callback'],
  serviceName: { ko: '서비스', en: 'Service' },
  backchannelLogoutUri,
});
const server = await startEngineServer({
  clients: [
    client('rp', `${service.url}/received`),
    ...SERVICES.map((name) => client(name, service.url + (name === 'silent' ? PATHS.silent : '/answered'))),
    {
      ...client('refusing', service.url + PATHS.refusing),
      postLogoutRedirectUris: ['https://rp.example/bye'],
    },
  ],
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** The contents of the received logout tokens. */
const logoutTokens = () =>
  received.map((body) => claimsOf(new URLSearchParams(body).get('logout_token') ?? ''));

const portalCookieOf = (browser: Browser): string =>
  /portal=[^;]+/.exec(browser.cookieHeader(server.origin))?.[0] ?? '';

/** Signs in at the service and returns its ID token. */
async function signInAt(
  browser: Browser,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const callback = await callbackOf(browser, authorizationUrl(server.origin, parameters));
  const answer = await redeem(server.origin, codeIn(callback));
  return (await answer.json()).id_token;
}

const signOutBy = (browser: Browser, hint: string) =>
  browser.open(`${server.origin}/oauth2/end-session?${new URLSearchParams({ id_token_hint: hint })}`);

it('a service is notified of the end of the session of its ID token when the portal signs out', async () => {
  const browser = browserSignedInAs(server, 'kim');
  const { sid } = claimsOf(await signInAt(browser));
  await server.engine.endSession(browser.cookieHeader(server.origin));
  await server.delivery.deliverDue();
  expect(logoutTokens()).toMatchObject([
    { sub: 'kim', sid, aud: 'rp', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
  ]);
  expect(sid).toEqual(expect.any(String));
});

it('a session ends although its service refuses the logout token; this is logged, and the token is sent again', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  status = 500;
  const browser = browserSignedInAs(server, 'kim');
  await signInAt(browser);
  const cookies = browser.cookieHeader(server.origin);
  expect(await server.engine.endSession(cookies)).toHaveLength(1);
  await server.delivery.deliverDue();
  expect(errors).toHaveBeenCalledWith('The sign-out did not reach rp: HTTP 500');
  status = 200;
  await server.delivery.deliverDue();
  expect(received).toHaveLength(1);
  server.advance(2);
  await server.delivery.deliverDue();
  expect(received).toHaveLength(2);
  const tokens = logoutTokens();
  expect(tokens[1]).toMatchObject({ sub: 'kim', sid: tokens[0].sid });
  expect(tokens[1].jti).not.toBe(tokens[0].jti);
  server.advance(86_400);
  await server.delivery.deliverDue();
  expect(received).toHaveLength(2);
});

it('the delivery waits twice as long after each try, ten minutes at most, and gives up after a day', () => {
  const waits = [0, 1, 2, 8, 9, 99].map((tries) => nextTryAt({ createdAt: 0, tries }, 0));
  expect(waits).toEqual([2_000, 4_000, 8_000, 512_000, 600_000, 600_000]);
  expect(nextTryAt({ createdAt: 0, tries: 3 }, 86_400_000)).toBeNull();
});

it("the log says why a call failed, and names the setting for a company's certificate authority", async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  status = 0;
  const browser = browserSignedInAs(server, 'kim');
  await signInAt(browser);
  await server.engine.endSession(browser.cookieHeader(server.origin));
  await server.delivery.deliverDue();
  expect(errors).toHaveBeenCalledWith('The sign-out did not reach rp: fetch failed (UND_ERR_SOCKET)');
  const cause = Object.assign(new Error('certificate'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  expect(failureOf(new TypeError('fetch failed', { cause }))).toBe(
    'fetch failed (UNABLE_TO_VERIFY_LEAF_SIGNATURE); name the file of its certificate authority in NODE_EXTRA_CA_CERTS',
  );
  // Delivers the failed event, so that it is not retried in the tests that follow.
  status = 200;
  server.advance(2);
  await server.delivery.deliverDue();
  expect(received).toHaveLength(2);
});

it('the services of a person whose sessions end everywhere are notified, and no services of others', async () => {
  const [home, work, other] = [
    browserSignedInAs(server, 'kim'),
    browserSignedInAs(server, 'kim'),
    browserSignedInAs(server, 'lee'),
  ];
  const sids = [claimsOf(await signInAt(home)).sid, claimsOf(await signInAt(work)).sid];
  await signInAt(other);
  await server.engine.endSessionsOf('kim');
  await server.delivery.deliverDue();
  const tokens = logoutTokens();
  expect(tokens.map(({ sub }) => sub)).toEqual(['kim', 'kim']);
  expect(tokens.map(({ sid }) => sid).toSorted()).toEqual(sids.toSorted());
  await server.engine.endSessionsOf('kim');
  await server.delivery.deliverDue();
  expect(received).toHaveLength(2);
});

it('a session ends from another browser by its stored name, and its services are notified', async () => {
  const [home, work] = [browserSignedInAs(server, 'kim'), browserSignedInAs(server, 'kim')];
  const [, workClaims] = [await signInAt(home), claimsOf(await signInAt(work))];
  const name = [...server.portal.engineSessions]
    .filter(([cookies]) => cookies.includes(portalCookieOf(work)))
    .map(([, stored]) => stored)
    .at(-1);
  expect(name).toEqual(expect.any(String));
  await server.engine.endSessionNamed(name ?? '');
  await server.engine.endSessionNamed('never stored');
  await server.delivery.deliverDue();
  expect(logoutTokens()).toMatchObject([{ sub: 'kim', sid: workClaims.sid }]);
  await server.engine.endSessionsOf('kim');
  await server.delivery.deliverDue();
  expect(received).toHaveLength(2);
});

it('a sign-out with an ID token hint asks for no confirmation', async () => {
  const browser = browserSignedInAs(server, 'kim');
  const hint = await signInAt(browser);
  const page = await (await signOutBy(browser, hint)).text();
  expect(page).toContain('Signing out');
  expect(page).toContain('<input type="hidden" name="logout" value="yes">');
});

it('a sign-out without an ID token hint, or after somebody else has signed in, asks for a confirmation', async () => {
  const browser = browserSignedInAs(server, 'kim');
  const hint = await signInAt(browser);
  setLogin(server, browser, 'lee');
  expect(await (await signOutBy(browser, hint)).text()).toContain('Sign out?');
  const withoutHint = await browser.open(`${server.origin}/oauth2/end-session?client_id=rp`);
  expect(await withoutHint.text()).toContain('Sign out?');
});

it('each of five services is called within 10 s although one does not answer', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const browser = browserSignedInAs(server, 'park');
  for (const client_id of SERVICES) await signInAt(browser, { client_id });
  const startedAt = performance.now();
  const calls = on(arrivals, 'call');
  const stop = server.delivery.start();
  await server.engine.endSessionsOf('park');
  for (let count = 0; count < SERVICES.length; count += 1) await calls.next();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  service.closeConnections();
  await stop();
  const names = logoutTokens().map(({ aud }) => aud);
  expect(names.toSorted()).toEqual(SERVICES.toSorted());
});

describe('a sign-out that a service begins', () => {
  async function signOutAt(services: readonly string[], parameters: Readonly<Record<string, string>> = {}) {
    vi.spyOn(console, 'error').mockReturnValue();
    const browser = browserSignedInAs(server, 'jung');
    for (const client_id of services) await signInAt(browser, { client_id });
    const question = await browser.open(
      `${server.origin}/oauth2/end-session?${new URLSearchParams(parameters)}`,
    );
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(await question.text()) ?? [];
    const answer = { xsrf, logout: 'yes' };
    const confirmed = await browser.submit(`${server.origin}/oauth2/end-session/confirm`, answer);
    return (confirmed.headers.get('location') ?? '').replace(server.origin, '');
  }

  it.each([
    ['every service has confirmed it', ['mail'], '/oauth2/end-session/success'],
    ['one has refused it, and names it', ['mail', 'refusing'], '/logout?unconfirmed=refusing'],
  ])('ends when %s', async (_name, services, end) => {
    expect(await signOutAt(services)).toBe(end);
  });

  it('ends after 2 s when one does not answer, and names it', async () => {
    arrivals.once('call', () => server.advance(2));
    expect(await signOutAt(['silent'])).toBe('/logout?unconfirmed=silent');
    expect(console.error).not.toHaveBeenCalled();
    service.closeConnections();
    await server.delivery.deliverDue();
  });

  it('returns immediately to the address that the service names', async () => {
    const unconfirmed = vi.spyOn(server.portal, 'unconfirmedLogouts');
    const bye = 'https://rp.example/bye';
    expect(await signOutAt(['refusing'], { client_id: 'refusing', post_logout_redirect_uri: bye })).toBe(bye);
    expect(unconfirmed).not.toHaveBeenCalled();
  });
});
