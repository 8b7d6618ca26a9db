import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const HOUR = 3_600_000;

async function opened(browser: Browser, path: string) {
  const { text } = await browser.visit(path);
  return { login: configBlockOf(text).login, picture: /<div id="root">(.*?)<\/div>/.exec(text)?.[1] };
}

async function signedIn() {
  const server = await testServer();
  const kim = server.browser();
  await kim.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await signIn(kim, 'kim');
  return { server, kim };
}

test.for(['/', '/first'])('%s contains the signed-in person of its session and no ID entry', async (path) => {
  const { server, kim } = await signedIn();
  expect(await opened(kim, path)).toEqual({ login: { userId: 'kim', clientId: 'demo-oidc' }, picture: '' });
  const stranger = await opened(server.browser(), path);
  expect([stranger.login, stranger.picture]).toEqual([null, expect.stringContaining('<p>')]);
});

test.for(['/login', '/first/select', '/redirect', '/error'])(
  '%s contains no signed-in person',
  async (path) => {
    const { kim } = await signedIn();
    expect((await opened(kim, path)).login).toBeNull();
  },
);

test('an expired login is not returned', async () => {
  const { server, kim } = await signedIn();
  server.wait(13 * HOUR);
  expect((await opened(kim, '/')).login).toBeNull();
});

test("methods are managed by the policy of the session's last service", async () => {
  const { server, kim } = await signedIn();
  const session = await server.portal.sessions.open(kim.cookieHeader);
  if (!session) throw new Error('There is no session');
  await server.portal.requests.record(session, 'demo-saml', 'request-9');
  expect((await opened(kim, '/')).login).toEqual({ userId: 'kim', clientId: 'demo-saml' });
});
