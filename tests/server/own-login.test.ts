import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import { sessionOf } from '#tests/support/server/sessions.ts';
import { signIn } from '#tests/support/server/steps.ts';

const HOUR = 3_600_000;

async function openPage(browser: Browser, path: string) {
  const { text } = await browser.visit(path);
  return { login: configBlockOf(text).login, markup: /<div id="root">(.*?)<\/div>/.exec(text)?.[1] };
}

async function signInKim() {
  const server = await testServer();
  const kim = server.browser();
  await kim.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  await signIn(kim, 'kim');
  return { server, kim };
}

test.for(['/', '/first'])('%s contains the signed-in person of its session and no ID entry', async (path) => {
  const { server, kim } = await signInKim();
  expect(await openPage(kim, path)).toEqual({ login: { userId: 'kim', clientId: 'demo-oidc' }, markup: '' });
  const stranger = await openPage(server.browser(), path);
  expect([stranger.login, stranger.markup]).toEqual([null, expect.stringContaining('<p>')]);
});

test.for(['/login', '/first/select', '/redirect', '/error'])(
  '%s contains no signed-in person',
  async (path) => {
    const { kim } = await signInKim();
    expect((await openPage(kim, path)).login).toBeNull();
  },
);

test('no page contains an expired login', async () => {
  const { server, kim } = await signInKim();
  server.wait(13 * HOUR);
  expect((await openPage(kim, '/')).login).toBeNull();
});

test('the login in a page names the last service of the session', async () => {
  const { server, kim } = await signInKim();
  const session = await sessionOf(server, kim);
  await server.portal.requests.record(session, 'demo-saml', 'request-9');
  expect((await openPage(kim, '/')).login).toEqual({ userId: 'kim', clientId: 'demo-saml' });
});
