import { expect, test } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import {
  GIL,
  openLink,
  savePassword,
  sendPasswordLink,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { checkPolicy, firstStep } from '#tests/support/server/steps.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const HOME_ADDRESS = '203.0.113.7';
const SUBJECT = 'You signed in from a new browser or network';
const DAY = 24 * 60 * 60_000;

const startServer = (newSignInMail?: string): Promise<TestServer> =>
  testServer({ trustProxy: true, ...(newSignInMail && { session: { newSignInMail } }) });

/** Signs gil in with a new session. */
async function signInGil(browser: Browser, address = HOME_ADDRESS, secret?: string) {
  browser.cookies.delete('munjigi_session');
  const { json } = await checkPolicy(browser, 'gil');
  const userPassword = firstStep({ policyId: String(json['policyId']), ...(secret && { secret }) });
  const headers = { 'X-Forwarded-For': address };
  return browser.call('POST', '/authenticate', { body: { userId: 'gil', userPassword }, headers });
}

const newSignInMails = ({ outbox }: TestServer) =>
  outbox.list({ userId: 'gil' }).filter(({ subject }) => subject.includes(SUBJECT));

/** Path and query of the link in the last mail. */
const linkIn = (server: TestServer): string =>
  /http:\/\/localhost:8080(\/not-me\?key=[\w-]{43})$/m.exec(newSignInMails(server).at(-1)?.text ?? '')?.[1] ??
  '';

const report = (browser: Browser, link: string, headers = {}) =>
  browser.request('POST', '/not-me', {
    body: link.slice(link.indexOf('?') + 1),
    headers: { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin', ...headers },
  });

test.for([
  [undefined, [0, 0, 0, 0]],
  ['browser', [1, 1, 1, 2]],
  ['browserOrNetwork', [1, 1, 2, 3]],
] as const)(
  'with %s, the number of newSignInMails after a first sign-in, one in the same network, one in another network and one in another browser is %j',
  async ([newSignInMail, counts]) => {
    const server = await startServer(newSignInMail);
    const browser = server.browser();
    const sentCounts: number[] = [];
    for (const [by, address] of [
      [browser, HOME_ADDRESS],
      [browser, '203.0.113.200'],
      [browser, '198.51.100.7'],
      [server.browser(), HOME_ADDRESS],
    ] as const) {
      expect((await signInGil(by, address)).status).toBe(200);
      sentCounts.push(new Set(newSignInMails(server).map(({ text }) => text)).size);
    }
    expect(sentCounts).toEqual(counts);
  },
);

test('a wrong password sends no mail', async () => {
  const server = await startServer('browserOrNetwork');
  await signInGil(server.browser(), HOME_ADDRESS, 'wrong');
  expect(newSignInMails(server)).toEqual([]);
});

test('the mail contains a masked address, and opening its link changes nothing', async () => {
  const server = await startServer('browser');
  const browser = server.browser();
  await signInGil(browser);
  const { text = '' } = newSignInMails(server).at(-1) ?? {};
  expect(text).toContain('203.0.113.*');
  expect(text).not.toContain(HOME_ADDRESS);
  for (let open = 0; open < 2; open += 1) {
    const page = await server.browser().visit(linkIn(server), { 'Accept-Language': 'ko' });
    expect([page.status, page.text.includes('내가 하지 않았어요')]).toEqual([200, true]);
  }
  expect((await signInGil(browser)).status).toBe(200);
  const key = linkIn(server).slice(-43);
  const rows = await server.db.prepare('SELECT * FROM sign_in_report_links').all();
  expect(JSON.stringify([rows, server.audited, server.logged])).not.toContain(key);
});

test('"It was not me" signs out everywhere and blocks sign-ins until the password is reset', async () => {
  const server = await startServer('browser');
  const [otherBrowser, ownBrowser] = [server.browser(), server.browser()];
  await signInGil(otherBrowser);
  await signInGil(ownBrowser);
  const answer = await report(server.browser(), linkIn(server));
  expect([answer.status, answer.text.includes('로그인을 막았어요')]).toEqual([200, true]);
  for (const browser of [otherBrowser, ownBrowser]) {
    const session = await server.portal.sessions.open(browser.cookieHeader);
    expect(session && (await server.portal.sessions.findLogin(session))).toBeNull();
  }
  expect(server.engine.signedOutUsers).toContain('gil');
  const refused = await signInGil(server.browser());
  expect([refused.status, errCodeOrStatus(refused), refused.json['reason']]).toEqual([
    400,
    '002_3',
    'signInShut',
  ]);

  const browser = server.browser();
  await openLink(browser, 'gil', await sendPasswordLink(server, 'gil', 'change'));
  const token = await tokenByMail(server, browser, 'gil', GIL.mail);
  expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
  expect((await signInGil(server.browser(), HOME_ADDRESS, VALID_PASSWORD)).status).toBe(200);
});

test('the link of the mail works once, for seven days, and not from another site', async () => {
  const server = await startServer('browser');
  await signInGil(server.browser());
  const first = linkIn(server);
  const crossSite = await report(server.browser(), first, {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
  });
  expect(crossSite.status).toBe(403);
  expect((await report(server.browser(), first)).status).toBe(200);
  expect((await report(server.browser(), first)).status).toBe(400);
  expect((await server.browser().visit(first)).status).toBe(400);
  await server.portal.suspensions.end('gil');
  await signInGil(server.browser());
  server.wait(7 * DAY);
  expect((await report(server.browser(), linkIn(server))).status).toBe(400);
  expect((await report(server.browser(), '/not-me?key=')).status).toBe(400);
});

test('a person without a mail address gets no message', async () => {
  const server = await startServer('browser');
  await server.db
    .prepare(
      'UPDATE accounts SET internal_mail = NULL, private_mail = NULL, phone_number = ? WHERE user_id = ?',
    )
    .run('01012345678', 'gil');
  await signInGil(server.browser());
  expect(server.outbox.list({ userId: 'gil' })).toEqual([]);
});
