import { afterAll, describe, expect, test } from 'vitest';
import { eventText } from '#server/administration/event-text.ts';
import { makeUnusedAccountsDormant } from '#server/login/dormancy.ts';
import { NOT_ME_PARAM, NOT_ME_PATH } from '#server/login/new-sign-in.ts';
import { firstWorkingGateway } from '#server/login/sending/sms/first-working-gateway.ts';
import { auditUndelivered } from '#server/login/sending/sms/undelivered.ts';
import { auditFiles } from '#server/operations/audit/files.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { SEEDED_DEVICES, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import { codeAt, touch } from '#tests/server/methods/device-codes.ts';
import { enterWithPush } from '#tests/server/methods/push-setup.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { signIn as signInAtPortal } from '#tests/server/saml/portal-calls.ts';
import { admin } from '#tests/support/server/admin.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import {
  GIL,
  openLink,
  savePassword,
  sendPasswordLink,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { groupsOf } from '#tests/support/server/push.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { secretsIn, watchSecrets } from '#tests/support/server/secrets.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';

const { otpCard } = SEEDED_DEVICES.park;

type Event = AuditLine['event'];
type Act = (server: TestServer) => Promise<unknown>;

const setPassword =
  (pw: string): Act =>
  async (server) => {
    const gil = server.browser();
    await openLink(gil, 'gil', await sendPasswordLink(server, 'gil', 'change'));
    const token = await tokenByMail(server, gil, 'gil', GIL.mail);
    return savePassword(gil, 'PUT', 'gil', token, pw);
  };

/** Signs in with the password and with the code of the card for this counter, and has the browser remembered. */
const signInAndRemember = async (
  browser: ReturnType<TestServer['browser']>,
  counter: number,
): Promise<unknown> =>
  sendSecondStep(
    await proveFirstStep(browser, 'park'),
    '7',
    codeAt(otpCard.secret, counter),
    {},
    { rememberBrowser: 'Y' },
  );

const registerKey =
  (otp: string): Act =>
  async (server) => {
    const lee = await openRegistration(server, 'lee');
    return lee.call('POST', '/data/portal/yubikey/mapping', { body: { userId: 'lee', otp } });
  };

const changeCard =
  (method: 'PUT' | 'DELETE'): Act =>
  async (server) => {
    const lee = await openRegistration(server, 'lee');
    const { json } = await lee.call('GET', '/data/portal/factors?userId=lee');
    const factors = json['factors'] as readonly { readonly factorId: string; readonly type: string }[];
    const { factorId } = factors.find(({ type }) => type === '7') ?? { factorId: '' };
    return method === 'PUT'
      ? lee.call('PUT', `/data/portal/factors/${factorId}`, { body: { userId: 'lee', name: 'office' } })
      : lee.call('DELETE', `/data/portal/factors/${factorId}?userId=lee`, {
          headers: { 'Content-Type': null },
        });
  };

/** The account and the act that causes each event. `service.entered` is written by the engines, see below. */
const ACTS: Readonly<Record<Exclude<Event, 'service.entered'>, readonly [account: string, act: Act]>> = {
  'login.passed': ['kim', (server) => signIn(server.browser(), 'kim')],
  'login.completed': ['kim', (server) => signIn(server.browser(), 'kim')],
  'login.refused': ['kim', (server) => signIn(server.browser(), 'kim', { secret: 'Wrong-one1!' })],
  'login.declined': [
    'kim',
    async (server) => {
      const kim = server.browser();
      const id = server.engine.beginRequest();
      await checkPolicy(kim, 'kim');
      return kim.call('POST', '/data/portal/request/decline', {
        body: { redirect: `http://localhost:8080/oauth2/authorize/${id}` },
      });
    },
  ],
  'login.locked': [
    'oh',
    async (server) => {
      for (let guess = 0; guess < 5; guess++) await signIn(server.browser(), 'oh', { secret: 'Wrong-one1!' });
    },
  ],
  'phone.approved': [
    'lim',
    async (server) => {
      const { phone, pushId } = await enterWithPush(server);
      await phone.rename('Galaxy');
      return phone.approveShown(pushId);
    },
  ],
  'phone.denied': [
    'lim',
    async (server) => {
      const { phone } = await enterWithPush(server);
      return phone.deny((await phone.pushes())[0]?.id ?? '');
    },
  ],
  'phone.mismatched': [
    'lim',
    async (server) => {
      const { phone, pushId } = await enterWithPush(server);
      const [push] = await phone.pushes();
      return phone.approve(
        push?.id ?? '',
        push?.choices.find((one) => !groupsOf(pushId).includes(one)) ?? '',
      );
    },
  ],
  'identity.matched': ['gil', setPassword(VALID_PASSWORD)],
  'identity.passed': ['gil', setPassword(VALID_PASSWORD)],
  'identity.refused': [
    'gil',
    async (server) => {
      const gil = server.browser();
      await openLink(gil, 'gil', await sendPasswordLink(server, 'gil', 'change'));
      return tokenByMail(server, gil, 'gil', 'nobody@hanbit.example').catch(() => null);
    },
  ],
  'session.ended': [
    'kim',
    async (server) => {
      const kim = server.browser();
      await signIn(kim, 'kim');
      return kim.visit('/logout', { 'Sec-Fetch-Site': 'same-origin' });
    },
  ],
  'browser.remembered': ['park', (server) => signInAndRemember(server.browser(), 0)],
  'browser.forgotten': [
    'park',
    async (server) => {
      const browser = server.browser();
      await signInAndRemember(browser, 1);
      const park = await openRegistration(server, 'park', { browser });
      const { json } = await park.call('GET', '/data/portal/sessions?userId=park');
      const [{ rememberedId }] = json['rememberedBrowsers'] as [{ rememberedId: string }];
      return park.call('DELETE', `/data/portal/remembered-browsers/${rememberedId}?userId=park`, {
        headers: { 'Content-Type': null },
      });
    },
  ],
  'factor.added': ['lee', registerKey(touch(SPARE_YUBIKEY, 1, 0))],
  'factor.refused': ['lee', registerKey('c'.repeat(44))],
  'factor.renamed': ['lee', changeCard('PUT')],
  'factor.removed': ['lee', changeCard('DELETE')],
  'default.changed': [
    'lee',
    async (server) => {
      const lee = await openRegistration(server, 'lee');
      return lee.call('POST', '/data/portal/default', {
        body: { type: 'oidc', userId: 'lee', default: '8' },
      });
    },
  ],
  'password.changed': ['gil', setPassword('Korea!3x7-mountain')],
  'password.refused': ['gil', setPassword('short')],
  'login.reported': [
    'noh',
    async (server) => {
      const key = await server.portal.signInReportLinks.issue('noh');
      return server.browser().request('POST', NOT_ME_PATH, { body: `${NOT_ME_PARAM}=${key}` });
    },
  ],
  'message.undelivered': [
    'kim',
    async ({ portal }) => {
      const recorded = Promise.withResolvers<void>();
      const outbox = firstWorkingGateway(
        [{ name: 'solapi', send: async () => async () => ({ failure: 'phone', code: '3047' }) }],
        {
          reportSms: (_, result) => result === 'phone' && recorded.resolve(),
          recordUndelivered: auditUndelivered(portal.audit),
          schedule: (run) => run(),
        },
      );
      await outbox.deliver({
        channel: 'sms',
        userId: 'kim',
        to: '01034567890',
        subject: '',
        text: '',
        at: 0,
      });
      await recorded.promise;
    },
  ],
  'account.dormant': [
    'kim',
    async (server) => {
      const portal = { ...server.portal, config: { ...server.portal.config, dormantDays: 1 } };
      await makeUnusedAccountsDormant(portal);
      server.wait(24 * 60 * 60_000);
      await makeUnusedAccountsDormant(portal);
    },
  ],
  administration: ['kim', (server) => admin(server, 'unlock kim')],
};

const server = await testServer({
  limits: { failuresPerMinute: 1000 },
  policies: [
    {
      id: 'remembering',
      users: ['park'],
      ...twoSteps({ hwOtp: 1 }),
      rememberBrowserDays: 30,
      selfAuth: ['sms'],
      management: true,
    },
  ],
});
const secrets = watchSecrets(server);

/** Checks that lines contain no secret of requests and answers, and are described in both languages. */
function expectSafeAndDescribed(lines: readonly AuditLine[]): void {
  expect(secretsIn(lines, secrets)).toEqual([]);
  for (const line of lines) {
    const [ko, en] = [eventText(line, 'ko'), eventText(line, 'en')];
    expect([ko, en].every((words) => words.length > 3 && !words.includes('undefined'))).toBe(true);
    expect(ko).not.toBe(en);
  }
}

describe('each event is written without secrets and described in both languages', () => {
  test.for(Object.entries(ACTS))('%s', async ([event, [account, act]]) => {
    server.audited.length = 0;
    server.wait(60 * 60_000);
    await act(server);
    const lines = server.audited.filter((line) => line.event === event);
    expect(lines).toContainEqual(expect.objectContaining({ event, account }));
    expect(secrets.size).toBeGreaterThan(0);
    expectSafeAndDescribed(server.audited);
  });
});

const guess =
  (userId: string): Act =>
  (at) =>
    signIn(at.browser(), userId, { secret: 'Wrong-one1!' });

const REFUSAL_REASONS: readonly (readonly [
  userId: string,
  before: string,
  act: Act,
  ko: string,
  en: string,
])[] = [
  ['kim', '', guess('kim'), '비밀번호가 틀림', 'wrong password'],
  [
    'oh',
    '',
    async (at) => {
      for (let count = 0; count < 6; count++) await guess('oh')(at);
    },
    '잠긴 계정',
    'locked',
  ],
  ['kim', 'disable kim', (at) => signIn(at.browser(), 'kim'), '사용 중지된 계정', 'disabled'],
];

test.for(REFUSAL_REASONS)(
  'a refused sign-in of %s is described with its reason (command before it: "%s")',
  async ([userId, before, act, ko, en]) => {
    const otherServer = await testServer();
    if (before !== '') await admin(otherServer, before);
    await act(otherServer);
    const line = otherServer.audited.findLast(
      ({ event, account }) => event === 'login.refused' && account === userId,
    );
    if (!line) throw new TypeError('Nothing was refused.');
    expect(eventText(line, 'ko')).toContain(`로그인이 거절됐어요: ${ko}`);
    expect(eventText(line, 'en')).toMatch(new RegExp(`was refused a sign-in.*: ${en}`));
  },
);

test.for([
  ['002_1', '사용 기간이 아님', 'outside the usage period'],
  ['002_2', '사용 시간이 아님', 'outside the usage hours'],
  ['002_3', '차단된 계정', 'blocked'],
  ['004', '임시 코드가 틀림', 'wrong temporary code'],
  ['005_1', '인증번호가 틀림', 'wrong code'],
  ['005_2', '이미 사용한 인증번호', 'code used before'],
  ['005_3', '시간이 지난 인증번호', 'code expired'],
  ['005_6', '잠긴 인증 수단', 'method locked'],
  ['010', '승인하지 않음', 'not approved'],
  ['010_2', '승인이 요청과 다름', 'approval does not match the request'],
  ['010_3', '승인 시간이 지남', 'approval expired'],
  ['018', '018', '018'],
] as const)('the reason %s is described as "%s"', ([result, ko, en]) => {
  const [line] = server.audited;
  if (!line) throw new TypeError('Nothing was audited.');
  const refusal = { ...line, event: 'login.refused', result } as const;
  expect(eventText(refusal, 'ko')).toContain(`로그인이 거절됐어요: ${ko}`);
  expect(eventText(refusal, 'en')).toMatch(new RegExp(`was refused a sign-in.*: ${en}`));
});

describe('service.entered', async () => {
  const portalAndLab = await startPortalAndLab();
  afterAll(() => portalAndLab.close());

  test.for([
    ['/service', 'demo-oidc', 'oidc'],
    ['/expenses', 'demo-saml', 'saml'],
  ] as const)('is written when a person enters %s', async ([path, client, type]) => {
    const browser = new Browser();
    await browser.open(await browser.follow(`${portalAndLab.lab}${path}/login`, isPortalPage));
    const { json } = await signInAtPortal(browser, portalAndLab.portal, 'kim', client, type);
    if (type === 'saml') await browser.open(String(json['to']));
    else await browser.follow(String(json['to']), ({ pathname }) => pathname === '/service/callback');
    const lines = await auditFiles(`${portalAndLab.dataDir}/audit`).last(
      10,
      (line) => line.client === client,
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'service.entered', account: 'kim', result: 'ok' }),
    );
    expectSafeAndDescribed(lines);
  });
});
