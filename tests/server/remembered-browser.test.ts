import { describe, expect, test } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { explain } from '#server/administration/explain.ts';
import { makeUnusedAccountsDormant } from '#server/login/dormancy.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { accountOf } from '#tests/support/server/accounts.ts';
import { admin } from '#tests/support/server/admin.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { serverOn, type TestServer, testServer } from '#tests/support/server/server.ts';
import {
  authenticate,
  bearer,
  CLIENT_ID,
  checkPolicy,
  fetchPolicyId,
  signIn,
} from '#tests/support/server/steps.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { codeAt } from './methods/device-codes.ts';
import { errCodeOrStatus } from './methods/steps.ts';
import { otpCard } from './park-at-second-step.ts';
import { problemsOf, resolve } from './resolve-config.ts';

const COOKIE = 'munjigi_remembered';
const DAY = 24 * 60 * 60_000;
const REMEMBERED_DAYS = 30;

const TWO_STEPS = {
  users: ['park', 'kim'],
  ...twoSteps({ hwOtp: 1, sms: 2, emergencyCode: 3 }),
  selfAuth: ['sms', 'internalMail'],
  management: true,
};
const FILE = {
  clients: ['mail', 'strict', 'other'].map((clientId) => serviceOf(clientId)),
  policies: [
    { ...TWO_STEPS, id: 'remembering', clients: [CLIENT_ID, 'mail'], rememberBrowserDays: REMEMBERED_DAYS },
    { ...TWO_STEPS, id: 'strict', clients: ['strict'] },
    { ...TWO_STEPS, id: 'other', clients: ['other'], rememberBrowserDays: REMEMBERED_DAYS },
  ],
};

/** Passes both steps, with the box ticked. */
async function remember(
  browser: Browser,
  { clientId = CLIENT_ID, code = 0, secret = codeAt(otpCard.secret, code), tokenCode = '7' } = {},
): Promise<CallAnswer> {
  const park = await proveFirstStep(browser, 'park', clientId);
  return sendSecondStep(park, tokenCode, secret, {}, { rememberBrowser: 'Y' });
}

/** The browser after the end of its session: only its token remains. */
const afterSession = ({ browser }: Pick<TestServer, 'browser'>, { cookies }: Browser): Browser => {
  const after = browser();
  const token = cookies.get(COOKIE);
  if (token !== undefined) after.cookies.set(COOKIE, token);
  return after;
};

/** A server with the browser of Park after a sign-in with the box ticked and after the end of that session. */
async function serverWithRememberedBrowser(file: Record<string, unknown> = FILE) {
  const server = await testServer(file);
  const first = server.browser();
  const answer = await remember(first);
  const park = afterSession(server, first);
  const secondAuthAt = async (clientId = CLIENT_ID, browser = afterSession(server, park), userId = 'park') =>
    (await checkPolicy(browser, userId, clientId)).json['secondAuth'];
  return { server, first, park, secondAuthAt, answer };
}

test('a remembered browser skips the second step at the services of its policy, for its person and days', async () => {
  const { server, park, secondAuthAt } = await serverWithRememberedBrowser();
  const all = async () => [
    await secondAuthAt(),
    await secondAuthAt('mail'),
    await secondAuthAt('strict'),
    await secondAuthAt('other'),
    await secondAuthAt(CLIENT_ID, server.browser()),
    await secondAuthAt(CLIENT_ID, afterSession(server, park), 'kim'),
  ];
  expect(await all()).toEqual(['N', 'N', 'Y', 'Y', 'Y', 'Y']);
  server.wait(REMEMBERED_DAYS * DAY - 1);
  expect(await secondAuthAt()).toBe('N');
  server.wait(1);
  expect(await all()).toEqual(['Y', 'Y', 'Y', 'Y', 'Y', 'Y']);
});

test('a shorter period of the policy, or none, also applies to browsers remembered earlier', async () => {
  const { server, park } = await serverWithRememberedBrowser();
  server.wait(8 * DAY);
  const secondAuthAt = async (policy: Record<string, unknown>) => {
    const [remembering, ...others] = FILE.policies;
    const file = { ...FILE, policies: [{ ...remembering, ...policy }, ...others] };
    const other = serverOn(server.db, file, server.engine);
    other.clock.now = server.clock.now;
    return (await checkPolicy(afterSession(other, park), 'park')).json['secondAuth'];
  };
  expect(await secondAuthAt({ rememberBrowserDays: 9 })).toBe('N');
  expect(await secondAuthAt({ rememberBrowserDays: 8 })).toBe('Y');
  expect(await secondAuthAt({ rememberBrowserDays: undefined })).toBe('Y');
  expect(await secondAuthAt({ secondTokenPriority: { sms: 1 } })).toBe('Y');
});

test('a sign-in in a remembered browser has one step, and its audit names the browser', async () => {
  const { server, park } = await serverWithRememberedBrowser();
  expect((await signIn(park, 'park')).status).toBe(200);
  expect(server.audited.at(-1)).toMatchObject({ event: 'login.completed', method: 'pw', way: 'remembered' });
  const satisfying = (clientId: string, demands: Partial<AuthRequest> = {}) =>
    runWithRequest(currentRequest({ rememberedToken: park.cookies.get(COOKIE) ?? '' }), () =>
      server.portal.logins.satisfyingLogin(park.cookieHeader, {
        clientId,
        wantsFreshLogin: false,
        maxAgeSeconds: null,
        startedAt: server.clock.now + 1,
        wantsTwoSteps: false,
        ...demands,
      }),
    );
  expect(await satisfying('mail')).toMatchObject({ amr: ['pwd'], steps: 1 });
  expect(await satisfying('strict')).toBeNull();
  expect(await satisfying('other')).toBeNull();
  for (const demands of [{ wantsTwoSteps: true }, { wantsFreshLogin: true }, { maxAgeSeconds: 3600 }])
    expect(await satisfying('mail', demands)).toBeNull();
});

test('explain counts the remembered browsers at the services of their policy', async () => {
  const { server } = await serverWithRememberedBrowser();
  const account = await accountOf(server.portal, 'park');
  const countsOf = async () =>
    (await explain(server.portal, account, [CLIENT_ID, 'strict'])).services.map(
      ({ rememberedBrowserCount }) => rememberedBrowserCount,
    );
  expect(await countsOf()).toEqual([1, 0]);
  server.wait(REMEMBERED_DAYS * DAY);
  expect(await countsOf()).toEqual([0, 0]);
});

test('another sign-in can be ended first while the browser is remembered', async () => {
  const { server, park } = await serverWithRememberedBrowser();
  const askingServer = serverOn(server.db, { ...FILE, session: { concurrent: 'ask' } }, server.engine);
  const beginEnding = async () => {
    const browser = afterSession(askingServer, park);
    const { json } = await signIn(browser, 'park');
    const headers = bearer(String(json['endSignIns']));
    const openSignIns = await browser.call('GET', '/data/portal/open-sign-ins', { headers });
    const ends = (openSignIns.json['signIns'] as { sessionId: string }[]).map(({ sessionId }) => sessionId);
    return () => browser.call('POST', '/data/portal/open-sign-ins/end', { headers, body: { ends } });
  };
  const [end, endLater] = [await beginEnding(), await beginEnding()];
  expect((await end()).json).toMatchObject({ auth: 'Y' });
  await askingServer.db.prepare('DELETE FROM remembered_browsers').run();
  expect((await endLater()).json['errCode']).toBe('notAuthorized');
});

test.each([{ wantsTwoSteps: true }, { wantsFreshLogin: true }, { maxAgeSeconds: 3600 }])(
  'a request for new proofs requires the second step: %j',
  async (demands) => {
    const { server, park, secondAuthAt } = await serverWithRememberedBrowser();
    const early = afterSession(server, park);
    const policyId = await fetchPolicyId(early, 'park');
    const openRequest = (browser: Browser) =>
      browser.visit(
        `/redirect?uid=${server.engine.beginRequest({ clientId: CLIENT_ID, startedAt: server.clock.now, ...demands })}`,
      );
    await openRequest(park);
    expect(await secondAuthAt(CLIENT_ID, park)).toBe('Y');
    await openRequest(early);
    expect(errCodeOrStatus(await authenticate(early, 'park', { policyId }))).toBe('notAuthorized');
    expect(await secondAuthAt(CLIENT_ID, early)).toBe('Y');
  },
);

test('the token of a remembered browser is new each time, unreadable for scripts and other sites, and in no log or row', async () => {
  const { server, first, answer } = await serverWithRememberedBrowser();
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(COOKIE));
  expect(cookie).toMatch(/^munjigi_remembered=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const token = first.cookies.get(COOKIE) ?? '';
  const rows = await server.db.prepare('SELECT * FROM remembered_browsers').all();
  expect(rows).toMatchObject([{ user_id: 'park', policy: 'remembering', method: 'hwOtp' }]);
  expect(JSON.stringify([rows, server.audited, server.logged])).not.toContain(token);
  const copy = afterSession(server, first);
  await remember(first, { clientId: 'other', code: 1 });
  expect(first.cookies.get(COOKIE)).not.toBe(token);
  const secondAuthAtBoth = async (browser: Browser) =>
    Promise.all(
      [CLIENT_ID, 'other'].map(
        async (clientId) => (await checkPolicy(browser, 'park', clientId)).json['secondAuth'],
      ),
    );
  expect(await secondAuthAtBoth(afterSession(server, first))).toEqual(['N', 'N']);
  expect(await secondAuthAtBoth(copy)).toEqual(['Y', 'Y']);
});

describe('a remembered browser', () => {
  type Change = (server: TestServer, park: Browser) => Promise<unknown>;
  const byAdmin =
    (commandLine: string, input = ''): Change =>
    async (server) => {
      const { code, err } = await admin(server, commandLine, input);
      expect([code, err]).toEqual([0, '']);
    };
  const REMOVALS: Readonly<Record<string, Change>> = {
    'a new password': byAdmin('password park', 'Korea!3x7-mountain\n'),
    'a factor that is removed': byAdmin('remove-factor park yubikey'),
    'another number': byAdmin('change park --phone-number 010-9876-5432'),
    'a disabled account': async (server) => {
      await byAdmin('disable park')(server, server.browser());
      await byAdmin('enable park')(server, server.browser());
    },
    'a sign-out everywhere': byAdmin('end-sessions park'),
    '"It was not me"': async ({ portal: { suspensions } }) => {
      await suspensions.suspend('park');
      await suspensions.end('park');
    },
    'an account that becomes dormant': async (server) => {
      const portal = { ...server.portal, config: { ...server.portal.config, dormantDays: 1 } };
      await makeUnusedAccountsDormant(portal);
      server.wait(2 * DAY);
      await makeUnusedAccountsDormant(portal);
      await server.portal.suspensions.end('park');
    },
  };

  test.each(Object.entries(REMOVALS))('is removed by %s', async (_, change) => {
    const { server, park, secondAuthAt } = await serverWithRememberedBrowser();
    expect(await secondAuthAt()).toBe('N');
    await change(server, park);
    expect(await secondAuthAt()).toBe('Y');
    expect(await server.db.prepare('SELECT * FROM remembered_browsers').all()).toEqual([]);
  });
});

/** Opens the management in this browser, by ID, password and identity check. */
const openManagement = (server: TestServer, browser: Browser) =>
  openRegistration(server, 'park', { browser, channel: 'inmail' });

test('managing factors requires the second step also in a remembered browser', async () => {
  const { server, park, secondAuthAt } = await serverWithRememberedBrowser();
  await signIn(park, 'park');
  const early = await openManagement(server, park);
  expect(errCodeOrStatus(await early.call('GET', '/data/portal/sessions?userId=park'))).toBe('tooWeak');
  expect(await secondAuthAt(CLIENT_ID, park)).toBe('Y');
  expect(await secondAuthAt(CLIENT_ID, afterSession(server, park))).toBe('N');
  await remember(park, { code: 1 });
  const management = await openManagement(server, park);
  const overview = async () =>
    (await management.call('GET', '/data/portal/sessions?userId=park')).json['rememberedBrowsers'];
  const listed = await overview();
  expect(listed).toEqual([
    {
      rememberedId: expect.stringMatching(/^[\w-]{22}$/),
      tokenCode: '7',
      browser: expect.any(String),
      rememberedAt: server.clock.now,
      lastUsedAt: server.clock.now,
      expiresAt: server.clock.now + REMEMBERED_DAYS * DAY,
      isThis: true,
    },
  ]);
  const [{ rememberedId }] = listed as [{ rememberedId: string }];
  const path = `/data/portal/remembered-browsers/${rememberedId}?userId=park`;
  expect((await management.call('DELETE', path, { headers: { 'Content-Type': null } })).status).toBe(200);
  expect(server.audited.at(-1)).toMatchObject({ event: 'browser.forgotten', account: 'park' });
  expect(await overview()).toBeUndefined();
  expect(await secondAuthAt(CLIENT_ID, afterSession(server, park))).toBe('Y');
});

test('no browser is remembered after a temporary code, without the setting or without a ticked box', async () => {
  const server = await testServer(FILE);
  const [one, other, third] = [server.browser(), server.browser(), server.browser()];
  await remember(one, { clientId: 'strict' });
  await sendSecondStep(await proveFirstStep(other, 'park'), '7', codeAt(otpCard.secret, 1));
  const { code } = (await administrationOf(server.portal).issueEmergencyCode('park')) ?? { code: '' };
  expect((await remember(third, { tokenCode: TYPE_CODES.emergency, secret: code })).status).toBe(200);
  for (const { cookies } of [one, other, third]) expect(cookies.has(COOKIE)).toBe(false);
});

test('a remembered browser does not skip the second step while the password has to be changed', async () => {
  const { server, secondAuthAt } = await serverWithRememberedBrowser();
  await server.db.prepare("UPDATE passwords SET expires_on = '2020-01-01' WHERE user_id = 'park'").run();
  expect(await secondAuthAt()).toBe('Y');
});

test('a policy without a second step may not remember browsers', () => {
  const policy = { id: 'one', authType: 'other', methods: ['pw'] };
  const problems = (days: number, secondAuth: boolean) =>
    problemsOf(() =>
      resolve({
        policies: [{ ...policy, secondAuth, secondTokenPriority: { sms: 1 }, rememberBrowserDays: days }],
      }),
    );
  expect(problems(30, false)).toContain('policies[0].rememberBrowserDays: has no effect without secondAuth');
  expect(problems(91, true)).toContain('policies[0].rememberBrowserDays: must be at most 90');
  expect(problems(0, true)).toContain('policies[0].rememberBrowserDays: must be at least 1');
});
