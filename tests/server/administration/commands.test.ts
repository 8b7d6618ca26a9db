import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '#tests/support/server/admin.ts';
import { fetchAppLink, registerApp } from '#tests/support/server/app-registration.ts';
import { openLink, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, signIn } from '#tests/support/server/steps.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

const run = (commandLine: string, input?: string) => admin(server, commandLine, input);

/** The audit events of admin actions. */
const adminEvents = () =>
  server.audited
    .filter(({ event }) => event === 'administration')
    .map(({ action, account, operator, result }) => ({ action, account, operator, result }));

const signInKim = async () => {
  const browser = server.browser();
  await signIn(browser, 'kim');
  return { userId: () => server.portal.logins.signedInUser(browser.cookieHeader) };
};

describe('notices, policies and services', () => {
  const TIMES = '--from "2026-11-26 09:00" --until "2999-01-01 00:00"';

  test('a notice is created, changed, listed and ended', async () => {
    const put = (commandLine: string) => run(`put-notice ${commandLine} --en Tonight ${TIMES}`);
    const [id = ''] = (await put('--ko 점검')).out.split(' ');
    expect((await put(`${id} --ko 오늘밤`)).out).toContain('오늘밤');
    expect(JSON.parse((await run('notices --json')).out)).toMatchObject([
      { noticeId: id, ko: '오늘밤', en: 'Tonight', by: 'park' },
    ]);
    expect((await run('notices')).out).toContain('2026-11-26 09:00 ~ 2999-01-01 00:00');
    await run(`end-notice ${id} --reason "maintenance has finished"`);
    expect(server.audited.at(-1)).toMatchObject({
      action: 'end-notice',
      details: { noticeId: id, reason: 'maintenance has finished' },
    });
    expect((await run(`notices --reason ${'x'.repeat(201)}`)).code).toBe(2);
    expect(await server.portal.notices.current()).toEqual([]);
  });

  test.for([
    [`put-notice --ko 점검 --en Tonight --from soon --until "2999-01-01 00:00"`, 2, '--from must be a time'],
    [`put-notice --ko 점검 ${TIMES}`, 2, '--ko and --en must be one line'],
    [`put-notice none --ko 점검 --en Tonight ${TIMES}`, 1, 'There is no such notice'],
    ['end-notice none', 1, '그런 공지가 없어요'],
  ] as const)('%s is refused', async ([commandLine, code, text]) => {
    const refusal = await run(commandLine);
    expect([refusal.code, refusal.err]).toEqual([code, expect.stringContaining(text)]);
  });

  test('policies and services are listed as configured', async () => {
    const { policies, clients } = server.portal.config;
    expect(JSON.parse((await run('policies --json')).out)).toHaveLength(policies.length);
    expect((await run('policies')).out).toContain(policies[0]?.id);
    expect((await run('services')).out).toContain(clients[0]?.clientId);
  });

  test('the state names the running servers, the due work and the gateways', async () => {
    expect(JSON.parse((await run('state --json')).out)).toMatchObject({ servers: [], due: [] });
    expect((await run('state')).out).toContain('gateway');
  });
});

describe('the accounts', () => {
  test('are listed, and found by a part of ID, name or contact', async () => {
    const list = await run('list');
    expect(list.out).toMatch(/^USER +STATUS +ROLE +TYPE +NAME$/m);
    expect(list.out).toMatch(/\d+ accounts: \d+ active, 1 disabled, 1 blocked$/);
    expect((await run('list --find 김하늘')).out).toContain('\n1 account: 1 active');
    const people = JSON.parse((await run('list --find 김하늘 --json')).out);
    expect(people).toMatchObject([{ userId: 'kim', status: 'active' }]);
    expect(JSON.parse((await run('list --status disabled --json')).out)).toMatchObject([{ userId: 'jung' }]);
    expect(JSON.parse((await run('list --status dormant --json')).out)).toEqual([]);
    expect((await run('list --status asleep')).code).toBe(2);
  });

  test('are shown with factors, locks and sessions, and without a secret', async () => {
    await signIn(server.browser(), 'lee');
    const printed = await run('show lee');
    for (const part of ['userId', 'password: set', 'card', 'yubikey', 'app', 'signed in:']) {
      expect(printed.out).toContain(part);
    }
    const account = JSON.parse((await run('show lee --json')).out);
    expect(account).toMatchObject({ fields: { userId: 'lee' }, password: { hasToBeChanged: false } });
    expect(JSON.stringify(account)).not.toMatch(/argon2|secret/i);
    expect(JSON.parse((await run('show choi --json')).out).locks).toMatchObject([
      { method: '-1', until: 'unlock' },
    ]);
  });
});

describe('an account on the command line', () => {
  test('is added, changed, disabled, enabled and removed, each with an audit line that names the operator', async () => {
    expect((await run('add sejin --name-ko 이세진 --phone-number 010-1')).out).toContain(
      'phoneNumber: – → 010-1',
    );
    expect((await run('change SEJIN --phone-number "" --internal-mail sejin@example.com')).out).toContain(
      'phoneNumber: 010-1 → –',
    );
    expect((await run('change sejin --phone-number ""')).out).toContain('nothing to change');
    expect((await run('disable sejin --operator lee')).out).toContain('signed out everywhere');
    expect((await run('disable sejin')).out).toContain('already');
    expect((await run('enable sejin')).out).toContain('enabled');
    expect((await run('remove sejin')).out).toContain('--yes');
    expect(await server.portal.accounts.find('sejin')).not.toBeNull();
    expect((await run('remove sejin --yes')).out).toContain('removed');
    expect(await server.portal.accounts.find('sejin')).toBeNull();
    expect(adminEvents()).toEqual([
      { action: 'add', account: 'sejin', operator: 'park', result: 'ok' },
      { action: 'change', account: 'sejin', operator: 'park', result: 'ok' },
      { action: 'disable', account: 'sejin', operator: 'lee', result: 'ok' },
      { action: 'enable', account: 'sejin', operator: 'park', result: 'ok' },
      { action: 'remove', account: 'sejin', operator: 'park', result: 'ok' },
    ]);
  });

  test('is signed out everywhere', async () => {
    const kim = await signInKim();
    expect(await kim.userId()).toBe('kim');
    expect((await run('end-sessions kim')).code).toBe(0);
    expect(await kim.userId()).toBeNull();
    expect(server.engine.signedOutUsers).toEqual(['kim']);
  });

  test('is unlocked', async () => {
    expect((await run('unlock choi')).out).toContain('unlocked');
    expect((await run('unlock choi')).out).toContain('no lock');
    expect((await signIn(server.browser(), 'choi')).status).toBe(200);
  });
});

describe('a password', () => {
  test('is set from standard input, ends sessions and has to be changed', async () => {
    const kim = await signInKim();
    expect((await run('password kim', `${VALID_PASSWORD}\n`)).code).toBe(0);
    expect(await kim.userId()).toBeNull();
    expect(server.engine.signedOutUsers).toEqual(['kim']);
    expect((await signIn(server.browser(), 'kim')).json['errCode']).toBe('001');
    expect((await signIn(server.browser(), 'kim', { secret: VALID_PASSWORD })).json['to']).toBe('/change');
    expect(JSON.stringify(server.audited)).not.toContain(VALID_PASSWORD);
    expect(server.outbox.list({ userId: 'kim' }).at(-1)?.text).toContain('Your password was changed');
  });

  test('need not be changed when set with --keep, and removes the lock of wrong passwords', async () => {
    for (let guess = 0; guess < 5; guess += 1) await signIn(server.browser(), 'kim', { secret: 'wrong' });
    expect((await signIn(server.browser(), 'kim')).json['errCode']).toBe('001_1');
    await run('password kim --keep', VALID_PASSWORD);
    expect((await signIn(server.browser(), 'kim', { secret: VALID_PASSWORD })).json['to']).not.toBe(
      '/change',
    );
  });

  test('can be set for an account that has neither a password nor a mail address', async () => {
    await run('add bare --name-ko 새');
    expect((await run('password bare --keep', VALID_PASSWORD)).code).toBe(0);
    const answer = await signIn(server.browser(), 'bare', { secret: VALID_PASSWORD });
    expect([answer.status, answer.json['to']]).toEqual([
      200,
      (await signIn(server.browser(), 'kim')).json['to'],
    ]);
  });

  test('that exists has to be changed at the next sign-in after --force-change', async () => {
    await run('password kim --force-change');
    expect((await signIn(server.browser(), 'kim')).json['to']).toBe('/change');
  });

  test('that does not exist cannot be forced to change; the message names the link to create one', async () => {
    await run('add bare --name-ko 새');
    const command = await run('password bare --force-change');
    expect([command.code, command.err]).toEqual([1, expect.stringContaining('password-link')]);
    expect(adminEvents().at(-1)).toMatchObject({ action: 'password', account: 'bare', result: 'noPassword' });
  });

  test.for([
    ['short', 'weakPassword', 'no four digits in a row'],
    ['Password1!', 'commonPassword', 'too common'],
  ] as const)('is not set to %s', async ([password, reason, message]) => {
    expect(await run('password kim', password)).toMatchObject({
      code: 1,
      err: expect.stringContaining(message),
    });
    expect(adminEvents()).toEqual([{ action: 'password', account: 'kim', operator: 'park', result: reason }]);
    expect((await signIn(server.browser(), 'kim')).status).toBe(200);
  });

  test('is not accepted as an argument, empty, or with contradicting options', async () => {
    expect((await run('password kim secret')).code).toBe(2);
    expect((await run('password kim', '\n')).code).toBe(2);
    expect((await run('password kim --keep --force-change')).code).toBe(2);
  });
});

describe('issuing', () => {
  test('prints a temporary code that signs in once and is not in the audit', async () => {
    const { out } = await run('code lee');
    const [code = ''] = out.split('\n');
    expect(code).toMatch(/^[A-Z2-9]{10}$/);
    const { json } = await checkPolicy(server.browser(), 'lee');
    const lee = server.browser();
    await checkPolicy(lee, 'lee');
    const values = { tokenCode: '0', secret: code, policyId: String(json['policyId']) };
    expect((await authenticate(lee, 'lee', values)).status).toBe(200);
    expect(JSON.stringify(server.audited)).not.toContain(code);
    expect(adminEvents()).toEqual([{ action: 'code', account: 'lee', operator: 'park', result: 'ok' }]);
  });

  test('prints an app link that registers an app', async () => {
    const [link = ''] = (await run('app-link noh')).out.split('\n');
    const ak = new URL(link).searchParams.get('ak') ?? '';
    server.wait(4 * 60_000);
    const phone = server.browser();
    expect((await registerApp(phone, await fetchAppLink(phone, ak))).status).toBe(200);
    expect((await server.portal.devices.mobileApps.of('noh'))?.deviceName).toBe('Galaxy S27');
  });

  test('sends a password link by mail, and prints it when there is no mail address', async () => {
    expect((await run('password-link gil --change')).out).toContain('sent to gil@hanbit.example');
    await run('add bare --name-ko 새');
    const [printedLink = ''] = (await run('password-link bare --create --client demo-oidc')).out.split('\n');
    const { searchParams } = new URL(printedLink);
    expect(searchParams.get('clientid')).toBe('demo-oidc');
    const link = await openLink(server.browser(), 'bare', searchParams.get('ak') ?? '');
    expect(link.json).toMatchObject({ ak_type: 'create' });
    expect(JSON.stringify(server.audited)).not.toContain(searchParams.get('ak'));
  });

  test('is refused for a disabled account', async () => {
    for (const commandLine of ['code jung', 'app-link jung', 'password-link jung --change']) {
      expect((await run(commandLine)).err).toContain('enable');
    }
  });

  test('of a password link requires an existing service and the kind that the account needs', async () => {
    expect((await run('password-link gil')).code).toBe(2);
    expect((await run('password-link gil --create --change')).code).toBe(2);
    expect((await run('password-link gil --change --client nowhere')).err).toContain('--client ID');
    expect((await run('password-link gil --create')).err).toContain('--change');
  });
});

test('a factor, even the last one, is removed by id or kind, and the person is signed out and notified', async () => {
  await signIn(server.browser(), 'lee');
  const { factors } = JSON.parse((await run('show lee --json')).out);
  const yubikey = factors.find(({ kind }: { kind: string }) => kind === 'yubikey');
  expect((await run(`remove-factor lee ${yubikey.factorId}`)).out).toContain('yubikey');
  for (const kind of ['card', 'app']) expect((await run(`remove-factor lee ${kind}`)).code).toBe(0);
  expect((await run('remove-factor lee card')).err).toContain('show USER');
  expect(JSON.parse((await run('show lee --json')).out).factors).toEqual([]);
  expect(await server.portal.devices.otpCards.of('lee')).toBeNull();
  expect((await server.portal.sessions.listSignedIn('lee')).length).toBe(0);
  expect(server.outbox.list({ userId: 'lee' }).at(-1)?.text).toContain('A way to sign in was removed');
});

test('the history is listed in both languages, newest first', async () => {
  await run('disable kim');
  await signIn(server.browser(), 'kim');
  await run('enable kim');
  const english = (await run('history kim --language en')).out.split('\n');
  expect(english[1]).toMatch(/was refused a sign-in by pw at demo-oidc: disabled$/);
  expect(english[0]).toMatch(/^ {2}2026-11-20 12:00 {2}operator park: enable$/);
  expect(english.at(-1)).toContain('operator park: disable');
  expect((await run('history kim --language ko --limit 1')).out).toContain('운영자 park');
  expect(JSON.parse((await run('history kim --limit 1 --json')).out)).toMatchObject({ account: 'kim' });
  expect((await run('history lee')).out).toContain('has no events of this account');
});
