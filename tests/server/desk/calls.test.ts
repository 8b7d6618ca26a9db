import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { protectedAct } from '#server/desk/calls/bulk.ts';
import { rolesOf } from '#server/desk/roles.ts';
import type { ServerReport } from '#server/storage/repositories/servers.ts';
import type { DeskCallName } from '#wire/desk/calls.ts';
import { CERTIFICATE_ENDS_IN, DESK_USERS, type DeskServer, openDesk, startDesk } from './desk-server.ts';

const desk = await startDesk();
afterAll(() => desk.close());
beforeEach(() => desk.wait(2 * 60_000));
afterEach(() => vi.restoreAllMocks());

const lastAct = () => desk.audited.findLast(({ event }) => event === 'administration');

describe('an act at the desk', () => {
  const ACTS: readonly (readonly [DeskCallName, string, object, object, object])[] = [
    ['unlock', 'choi', {}, { outcome: 'done' }, { action: 'unlock' }],
    ['wake', 'kim', {}, { outcome: 'unchanged' }, { action: 'wake' }],
    ['endSessions', 'kim', {}, { outcome: 'done' }, { action: 'end-sessions' }],
    [
      'temporaryCode',
      'lee',
      {},
      { code: expect.stringMatching(/^[\w-]{8,}$/), isAcceptedNowhere: false },
      { action: 'code' },
    ],
    ['appLink', 'kim', {}, { link: expect.stringContaining('ak=') }, { action: 'app-link' }],
    ['removeFactor', 'lee', { factorId: 'card' }, { outcome: 'done' }, { action: 'remove-factor' }],
    [
      'passwordLink',
      'kim',
      { kind: 'change', clientId: 'demo-oidc' },
      { outcome: 'sent' },
      { action: 'password-link' },
    ],
    ['disable', 'seo', {}, { outcome: 'done' }, { action: 'disable' }],
    ['enable', 'jung', {}, { outcome: 'done' }, { action: 'enable' }],
    [
      'add',
      'sejin',
      { fields: { nameKo: '이세진' }, groups: ['Sales'] },
      { outcome: 'added' },
      { action: 'add' },
    ],
    ['change', 'noh', { fields: { nameEn: 'Roh' } }, { outcome: 'changed' }, { action: 'change' }],
  ];

  test.each(ACTS)(
    '%s of %s succeeds and is audited with its reason, without the issued code or link',
    async (name, userId, values, answer, event) => {
      const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
      const result = await call(name, { userId, reason: 'ticket 4711', ...values });
      expect([result.status, result.json]).toEqual([
        name === 'add' ? 201 : 200,
        expect.objectContaining(answer),
      ]);
      expect(lastAct()).toMatchObject({
        ...event,
        result: 'ok',
        account: userId,
        operator: 'desk:adam',
        details: { reason: 'ticket 4711' },
      });
      const issuedSecret = result.json['code'] ?? result.json['link'];
      if (issuedSecret !== undefined) expect(JSON.stringify(desk.audited)).not.toContain(issuedSecret);
    },
  );

  test('signs a desk user out when their sessions are ended', async () => {
    const { call: helpDeskCall } = await desk.signInAtDesk(DESK_USERS.helpDesk);
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    await call('endSessions', { userId: DESK_USERS.helpDesk });
    expect((await helpDeskCall('services')).json).toEqual({ code: 'signedOut' });
  });

  test('refuses more than 30 acts per minute', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    for (let done = 0; done < 30; done += 1) await call('unlock', { userId: 'kim' });
    const refused = await call('unlock', { userId: 'kim' });
    expect([refused.status, refused.json]).toEqual([429, { code: 'tooMany', retrySeconds: 60 }]);
    expect((await call('people', { find: '' })).status).toBe(200);
  });
});

test.each<readonly [DeskCallName, object, number, object]>([
  ['unlock', { userId: 'nobody' }, 404, { code: 'noAccount' }],
  ['unlock', {}, 400, { code: 'invalid', fields: ['userId'] }],
  ['unlock', { userId: 'a\u0000' }, 400, { code: 'invalid' }],
  ['removeFactor', { userId: 'kim', factorId: 'card' }, 404, { code: 'noFactor' }],
  ['temporaryCode', { userId: 'ryu' }, 400, { code: 'notActive' }],
  ['passwordLink', { userId: 'kim', kind: 'change', clientId: 'none' }, 404, { code: 'noClient' }],
  ['add', { userId: 'kim', fields: { nameKo: '김' } }, 409, { code: 'taken' }],
  ['add', { userId: 'new', fields: {} }, 400, { code: 'invalid', fields: ['nameKo', 'nameEn'] }],
  ['change', { userId: 'kim', fields: { phone: '1' } }, 400, { code: 'invalid', fields: ['phone'] }],
  ['unlock', { userId: 'kim', reason: 'x'.repeat(201) }, 400, { code: 'invalid', fields: ['reason'] }],
  ['endNotice', { noticeId: 'none' }, 404, { code: 'noNotice' }],
  ['job', { jobId: 'none' }, 404, { code: 'noJob' }],
  ['audit', { network: 'office' }, 400, { code: 'invalid', fields: ['network'] }],
  ['auditExport', { format: 'csv', reason: ' ' }, 400, { code: 'reasonNeeded' }],
])(
  'the desk refuses the call %s with %o, and the refusal is audited',
  async (name, body, status, refusal) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const answer = await call(name, body);
    expect([answer.status, answer.json]).toEqual([status, refusal]);
    expect(lastAct()).toMatchObject({ operator: 'desk:adam', result: answer.json['code'] });
  },
);

test('the desk requires a reason when desk.reasons is set', async () => {
  const strict = await openDesk({ reasons: true });
  const { call } = await strict.signInAtDesk(DESK_USERS.administrator);
  expect((await call('session')).json).toMatchObject({ needsReason: true });
  expect((await call('unlock', { userId: 'kim' })).json).toEqual({ code: 'reasonNeeded' });
  expect((await call('unlock', { userId: 'kim', reason: 'asked by phone' })).status).toBe(200);
  expect((await call('people', { find: '' })).status).toBe(200);
});

test('the desk refuses every change that would leave it without an administrator', async () => {
  const otherDesk = await openDesk();
  const { call } = await otherDesk.signInAtDesk(DESK_USERS.administrator);
  const { factors, registrations, accounts } = otherDesk.portal;
  const [ownFactor] = await factors.of(DESK_USERS.administrator);
  await registrations.remove(DESK_USERS.administrator, ownFactor?.factorId ?? '', async () => true);
  const [key] = await factors.of(DESK_USERS.secondAdministrator);
  const file = Buffer.from(`userId,status\n${DESK_USERS.secondAdministrator},disabled\n`).toString('base64');
  const answers = [
    await call('disable', { userId: DESK_USERS.secondAdministrator }),
    await call('change', { userId: DESK_USERS.secondAdministrator, fields: { usageUntil: '2020-01-01' } }),
    await call('removeFactor', { userId: DESK_USERS.secondAdministrator, factorId: key?.factorId }),
  ];
  expect(answers.map(({ status, json }) => [status, json])).toEqual(
    answers.map(() => [403, { code: 'lastAdministrator' }]),
  );
  await call('importRun', { content: file, format: 'csv' });
  await otherDesk.waitForJobs();
  expect((await call('job')).json).toMatchObject({ state: 'failed' });
  expect(await accounts.find(DESK_USERS.secondAdministrator)).toMatchObject({
    status: 'active',
    usagePeriod: null,
  });
  expect(await factors.of(DESK_USERS.secondAdministrator)).toHaveLength(1);
  expect(otherDesk.audited.filter(({ result, action }) => result === 'ok' && action === 'disable')).toEqual(
    [],
  );
});

test('the desk shows a person with contacts, masked for a viewer', async () => {
  const [full, masked] = await Promise.all(
    [DESK_USERS.helpDesk, DESK_USERS.viewer].map(async (userId) => {
      const { call } = await desk.signInAtDesk(userId);
      const answers = [
        await call('account', { userId: 'PARK' }),
        await call('signInState', { userId: 'PARK' }),
      ];
      return {
        json: Object.assign({}, ...answers.map(({ json }) => json)),
        text: answers.map(({ text }) => text).join(),
      };
    }),
  );
  expect(full?.json).toMatchObject({
    userId: 'park',
    fields: { phoneNumber: '010-5678-9012', internalMail: 'seoyeon.park@hanbit.example' },
    isActable: true,
    deskRole: null,
    password: { isSet: true },
  });
  expect(masked?.json).toMatchObject({ isActable: false, fields: { phoneNumber: '010-****-9012' } });
  const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
  const list = await call('people', { find: 'park' });
  const events = await call('audit', { userId: 'park' });
  for (const answer of [masked, list, events]) {
    expect(answer?.text).not.toMatch(/5678|seoyeon\.park|seoyeon@/);
  }
  expect(full?.text).not.toMatch(/hash|secret|argon2/i);
});

test('the desk explains by codes why a person cannot sign in at a service', async () => {
  const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
  const { json } = await call('explanation', { userId: 'han', clientId: 'demo-oidc' });
  expect(json).toMatchObject({
    refusal: { errCode: '002_1', reason: null },
    isEnough: false,
    policyRefusal: null,
  });
  expect(json['methods']).toContainEqual(
    expect.objectContaining({ method: 'sms', obstacles: [{ why: 'noPhone' }] }),
  );
  const none = await call('explanation', { userId: 'nam', clientId: 'demo-oidc' });
  expect(none.json).toMatchObject({ policyId: null, policyRefusal: '016' });
});

test('the desk lists policies, services and state', async () => {
  const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
  expect((await call('policies')).json['policies']).toContainEqual(
    expect.objectContaining({ policyId: 'desk', clients: ['desk'], methods: ['fido2Token'] }),
  );
  expect((await call('services')).json['services']).toContainEqual({
    clientId: 'demo-saml',
    protocol: 'saml',
    name: { ko: '한빛 경비 관리', en: 'Hanbit Expenses' },
  });
  const { clock, portal } = desk;
  const report = (host: string, values: Partial<ServerReport>) =>
    portal.servers.write({
      serverId: host,
      host,
      startedAt: clock.now,
      seenAt: clock.now,
      version: '1.0.0',
      schema: 'servers',
      isServing: true,
      parts: { storage: true },
      hashes: { running: 1, waiting: 2 },
      messages: {},
      ...values,
    });
  const messageAt = (at: number, isWorking: boolean) => ({ sms: { isWorking, at } });
  await report('one', { parts: { disk: false }, messages: messageAt(clock.now - 2, true) });
  await report('three', { isServing: false, messages: messageAt(clock.now - 1, false) });
  await report('two', { seenAt: clock.now - 45_001 });
  await report('long ago', { seenAt: clock.now - 60 * 60_000 });
  const { json } = await call('state');
  expect(json['servers']).toMatchObject([
    { name: 'one', state: 'serving', hashes: { running: 1, waiting: 2 } },
    { name: 'three', state: 'leaving', version: '1.0.0', schema: 'servers' },
    { name: 'two', state: 'gone' },
  ]);
  const due = (what: string, name: string, server = '', by: number | null = null) => ({
    what,
    name,
    server,
    by,
  });
  expect(json['due']).toEqual([
    due('partFails', 'disk', 'one'),
    due('serverGone', 'two'),
    due('gatewayFails', 'sms'),
    due('certificateEnded', 'service wiki'),
    due('certificateEnds', 'saml', '', clock.now + CERTIFICATE_ENDS_IN),
  ]);
  expect(json['keys']).toContainEqual(expect.objectContaining({ use: 'oidc', state: 'signs' }));
});

test('the desk performs an act once when it is repeated with the same idempotency key', async () => {
  const { call } = await desk.signInAtDesk(DESK_USERS.helpDesk);
  const key = { 'idempotency-key': 'a'.repeat(32) };
  const issue = (headers: Readonly<Record<string, string>>, userId = 'kim') =>
    call('temporaryCode', { userId }, headers);
  const count = () => desk.audited.filter(({ action }) => action === 'code').length;
  const before = count();
  const first = await issue(key);
  expect((await issue(key)).json).toEqual(first.json);
  expect(count()).toBe(before + 1);
  expect(await issue(key, 'lee')).toMatchObject({ status: 422, json: { code: 'otherSubmission' } });
  expect((await issue({ 'idempotency-key': 'short' })).json).toEqual({ code: 'invalid' });
  const other = await desk.signInAtDesk(DESK_USERS.administrator);
  expect((await other.call('temporaryCode', { userId: 'kim' }, key)).json['code']).not.toBe(
    first.json['code'],
  );
  desk.wait(60_001);
  expect((await issue(key)).json['code']).not.toBe(first.json['code']);
});

type RepeatedAct = readonly [name: DeskCallName, body: object, owner: () => object, method: string];

test.each<RepeatedAct>([
  ['add', { userId: 'once', fields: { nameKo: '한번' } }, () => desk.portal.accounts, 'add'],
  ['appLink', { userId: 'kim' }, () => desk.portal.provisionLinks, 'issue'],
  ['temporaryCode', { userId: 'kim' }, () => desk.portal.devices.emergencyCodes, 'issue'],
  [
    'passwordLink',
    { userId: 'kim', kind: 'change', clientId: 'demo-oidc' },
    () => desk.portal.passwordLinks,
    'issue',
  ],
  ['putNotice', { ko: '점검', en: 'Maintenance', from: 1, until: 2 }, () => desk.portal.notices, 'put'],
])(
  'the desk performs %s once when the server fails after the commit and before the answer',
  async (name, body, owner, method) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const performedAct = vi.spyOn(owner() as Record<string, () => Promise<unknown>>, method);
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(desk.portal, 'audit').mockImplementationOnce(() => {
      throw new Error('The server ends here');
    });
    const key = { 'idempotency-key': name.padEnd(32, 'x') };
    expect((await call(name, body, key)).status).toBe(500);
    const repeated = await call(name, body, key);
    expect(repeated.status).toBe(name === 'add' ? 201 : 200);
    expect((await call(name, body, key)).json).toEqual(repeated.json);
    expect(performedAct).toHaveBeenCalledTimes(1);
  },
);

describe('an import', () => {
  const file = (text: string) => Buffer.from(text).toString('base64');

  test('checks a file without changing anything', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const content = file('userId,nameKo,phoneNumber\nkim,,010-9999-0000\nsohee,소희,\n');
    const { json: started } = await call('importCheck', { content, format: 'csv' });
    await desk.waitForJobs();
    const { json: check } = await call('job', started);
    expect(check).toMatchObject({ state: 'done', done: 2, total: 2, added: 1, changed: 1 });
    expect(JSON.stringify(check)).not.toContain('9999');
    expect(await desk.portal.accounts.find('sohee')).toBeNull();
  });

  test('refuses a whole file that has a problem or names the own account', async () => {
    const otherDesk = await openDesk();
    const { call } = await otherDesk.signInAtDesk(DESK_USERS.administrator);
    const text = `userId,nameKo,status\nnew,새,active\nadam,,disabled\nbroken,새,asleep\n`;
    await call('importRun', { content: file(text), format: 'csv' });
    await otherDesk.waitForJobs();
    const { json } = await call('job');
    expect(json).toMatchObject({ state: 'refused', kind: 'importRun' });
    const values = { known: 'active, disabled, blocked' };
    expect(json['problems']).toEqual([
      { place: 3, field: 'userId', problem: 'ownAccount', values: {} },
      { place: 4, field: 'status', problem: 'oneOf', values },
    ]);
    const { json: started } = await call('importCheck', { content: file('userId\n"kim'), format: 'csv' });
    await otherDesk.waitForJobs();
    const { json: unreadableFile } = await call('job', started);
    expect(unreadableFile['problems']).toMatchObject([{ problem: 'csvSyntax', values: {} }]);
    expect(JSON.stringify(unreadableFile)).not.toContain('detail');
    expect(await otherDesk.portal.accounts.find('new')).toBeNull();
  });

  test('imports in batches, one import at a time, and shows the job only to the person who began it', async () => {
    const otherDesk = await openDesk();
    const { call } = await otherDesk.signInAtDesk(DESK_USERS.administrator);
    const rows = Array.from({ length: 450 }, (_, index) => `bulk${index},이름${index}`);
    await call('importRun', { content: file(['userId,nameKo', ...rows].join('\n')), format: 'csv' });
    expect((await call('importRun', { content: '', format: 'csv' })).json).toEqual({
      code: 'tooMany',
      retrySeconds: 10,
    });
    await otherDesk.waitForJobs();
    expect((await call('job')).json).toMatchObject({ state: 'done', done: 450, total: 450, added: 450 });
    const second = await otherDesk.signInAtDesk(DESK_USERS.secondAdministrator);
    expect((await second.call('job')).json).toEqual({ code: 'noJob' });
  });
});

describe('a bulk act', () => {
  /** Runs a bulk act to its end, and returns its job. */
  const runJob = async (
    call: Awaited<ReturnType<DeskServer['signInAtDesk']>>['call'],
    ...[name, body]: readonly ['bulkCheck' | 'bulkRun', object]
  ) => {
    const { json } = await call(name, body);
    await desk.waitForJobs();
    return (await call('job', { of: 'bulk', ...json })).json;
  };

  test('is checked, then done for everybody in a pasted list except the own account and unknown IDs', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    for (const userId of ['many1', 'many2']) await desk.addAccount(userId);
    const body = { content: btoa(`many1, many2\nnobody ${DESK_USERS.administrator}`), act: 'disable' };
    const expected = {
      state: 'done',
      done: 4,
      total: 4,
      results: { changed: 2, noAccount: 1, ownAccount: 1 },
      refusals: [
        { userId: 'nobody', result: 'noAccount' },
        { userId: DESK_USERS.administrator, result: 'ownAccount' },
      ],
    };
    const statuses = () =>
      Promise.all(
        ['many1', 'many2', DESK_USERS.administrator].map(
          async (id) => (await desk.portal.accounts.find(id))?.status,
        ),
      );
    expect(await runJob(call, 'bulkCheck', body)).toMatchObject({ ...expected, kind: 'bulkCheck' });
    expect(await statuses()).toEqual(['active', 'active', 'active']);
    const run = await runJob(call, 'bulkRun', { ...body, reason: 'ticket 4711' });
    expect(run).toMatchObject({ ...expected, kind: 'bulkRun' });
    expect(await statuses()).toEqual(['disabled', 'disabled', 'active']);
    expect(desk.audited.at(-1)).toMatchObject({
      action: 'bulk-disable',
      operator: `desk:${DESK_USERS.administrator}`,
      details: { accounts: 4, changed: 2, noAccount: 1, ownAccount: 1, reason: 'ticket 4711' },
    });
  });

  test('mails password and app links to the accounts of a CSV file that have a mail address', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    for (const userId of ['mail1', 'mail2'])
      await desk.addAccount(userId, userId === 'mail1' ? { internalMail: 'mail1@company.example' } : {});
    const content = btoa('note,userId\nx,mail1\ny,mail2');
    for (const name of ['bulkCheck', 'bulkRun'] as const) {
      for (const act of ['passwordLink', 'appLink'] as const) {
        const job = await runJob(call, name, { content, act, clientId: 'demo-oidc' });
        expect(job).toMatchObject({ act, results: { sent: 1, noMail: 1 } });
      }
    }
    const mails = desk.outbox.list({ channel: 'inmail' }).filter(({ userId }) => userId.startsWith('mail'));
    expect(mails.map(({ userId }) => userId)).toEqual(['mail1', 'mail1']);
  });

  test.each([
    ['stopped', { done: 6, results: { sent: 1, notSent: 5 } }, 1],
    ['failed', { done: 3, results: { sent: 3 } }, 3],
  ] as const)(
    'that has %s is found again, and is continued with the same list',
    async (state, counts, before) => {
      const people = Array.from({ length: 7 }, (_, index) => `${state}${index}`);
      for (const userId of people)
        await desk.addAccount(userId, { internalMail: `${userId}@company.example` });
      const { passwords, gateways } = desk.portal;
      const { inmail } = gateways;
      if (!inmail) throw new TypeError('There is no gateway');
      const sent: string[] = [];
      let isBroken = true;
      vi.spyOn(inmail, 'deliver').mockImplementation(async ({ userId }) => {
        if (isBroken && state === 'stopped' && sent.length === 1) throw new Error('452 too many');
        sent.push(userId);
      });
      const findPassword = passwords.find;
      vi.spyOn(passwords, 'find').mockImplementation(async (userId) => {
        if (isBroken && userId === 'failed3') throw new Error('disk full');
        return findPassword(userId);
      });
      vi.spyOn(console, 'error').mockReturnValue();
      // The pause between two mails ends immediately.
      let elapsed = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 1000));
      const body = { content: btoa(people.join(' ')), act: 'passwordLink', clientId: 'demo-oidc' };
      await runJob((await desk.signInAtDesk(DESK_USERS.administrator)).call, 'bulkRun', body);

      const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
      const { json } = await call('job', { of: 'bulk' });
      expect(json).toMatchObject({ kind: 'bulkRun', state, total: 7, ...counts });
      expect(json).not.toHaveProperty('progress');
      isBroken = false;
      const continued = { state: 'done', before, done: 7, results: { sent: 7 - before } };
      expect(await runJob(call, 'bulkCheck', { ...body, act: 'appLink' })).not.toHaveProperty('before');
      expect(await runJob(call, 'bulkCheck', body)).toMatchObject(continued);
      expect(await runJob(call, 'bulkRun', body)).toMatchObject(continued);
      expect(sent.toSorted()).toEqual(people);
      expect(await runJob(call, 'bulkCheck', body)).not.toHaveProperty('before');
    },
  );

  test.each([
    ['helpDesk', DESK_USERS.administrator, 'higherRole'],
    ['helpDesk', DESK_USERS.viewer, 'changed'],
    ['administrator', DESK_USERS.secondAdministrator, 'changed'],
    ['helpDesk', 'nobody', 'changed'],
    ['helpDesk', DESK_USERS.helpDesk, 'ownAccount'],
  ] as const)('as %s on %s has the result %s', async (role, userId, result) => {
    const { portal, engine } = desk;
    const { desk: settings } = portal.config;
    if (!settings) throw new TypeError('There is no desk');
    const act = protectedAct(
      {
        admin: {
          portal,
          operator: 'desk',
          actor: DESK_USERS[role],
          endEngineSessions: (user) => engine.endSessionsOf(user),
        },
        roles: rolesOf(portal, settings),
        role,
      },
      async () => 'changed',
    );
    expect(await act(userId)).toBe(result);
  });

  test('is returned as the last of several that began in the same millisecond', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    for (let started = 0; started < 10; started += 1) {
      const { jobId } = await runJob(call, 'bulkCheck', { content: btoa('nobody'), act: 'disable' });
      expect((await call('job', { of: 'bulk' })).json).toMatchObject({ jobId });
    }
  });

  test.each([
    [{ content: btoa(' , '), act: 'disable' }, 'invalid'],
    [{ content: btoa('kim'), act: 'passwordLink', clientId: 'none' }, 'noClient'],
  ])('refuses %o with %s', async (body, code) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    expect((await call('bulkCheck', body)).json).toMatchObject({ code });
  });
});

test('notices are created, shown in their period and ended', async () => {
  const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
  const now = desk.clock.now;
  const text = { ko: '오늘 밤 점검해요.', en: 'Maintenance tonight.' };
  const { json: notice } = await call('putNotice', { ...text, from: now, until: now + 1000 });
  expect((await call('notices')).json['notices']).toEqual([{ ...notice, ...text, by: 'adam' }]);
  const noticeTexts = async (): Promise<readonly string[]> => {
    const browser = desk.browser();
    const { json } = await browser.call('GET', '/data/sso/config/demo-oidc');
    const page = await browser.visit('/login', { 'accept-language': 'ko' });
    return [String(json['displayContent']), page.text];
  };
  const [content, page] = await noticeTexts();
  expect(content).toMatch(/^Maintenance tonight\.\nA demo service/);
  expect(page).toContain('오늘 밤 점검해요.');
  await call('endNotice', { noticeId: notice['noticeId'] });
  expect((await noticeTexts()).join()).not.toMatch(/Maintenance|점검/);
  const wrong = await call('putNotice', { ...text, from: now, until: now });
  expect(wrong.json).toEqual({ code: 'invalid', fields: ['until'] });
});

describe('the address of the desk', () => {
  test.each([
    // The site of the tests has no page of the desk.
    '/desk/',
    '/desk/data/none',
    '/desk/scim/v2/Users',
    '/desk/scim/v2/Schemas',
    '/login',
    '/data/sso/policy',
  ])('has nothing at %s', async (path) => {
    expect((await desk.request('GET', path)).status).toBe(404);
  });

  test('answers only for its own host name and networks', async () => {
    expect((await desk.request('GET', '/desk/', { host: 'localhost:8080' })).status).toBe(403);
    const restricted = await openDesk({ networks: ['203.0.113.0/24'] });
    expect((await restricted.request('GET', '/desk/sign-in')).status).toBe(403);
  });

  test('is not reached at the address of the portal', async () => {
    const browser = desk.browser();
    const paths = [
      '/desk/',
      '/desk/data/session',
      '/desk/scim/v2/Users/x',
      '/desk/sign-in',
      '/desk/index.html',
    ];
    for (const path of paths) {
      expect((await browser.visit(path)).status).toBe(404);
    }
  });
});
