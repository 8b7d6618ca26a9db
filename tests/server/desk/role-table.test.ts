import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DESK_CALL_NAMES, DESK_CALLS, type DeskCallName } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER, DESK_ROLES, DESK_SIGN_IN_MAX_AGE_MS, type DeskRole } from '#wire/desk/names.ts';
import { DESK_USERS, type DeskServer, startDesk } from './desk-server.ts';

/** A valid body of each call; `userId` is the changed account. */
const bodyOf = (name: DeskCallName, userId: string): object => {
  const bodies: Partial<Record<DeskCallName, object>> = {
    people: { find: 'ki' },
    explanation: { userId, clientId: 'demo-oidc' },
    removeFactor: { userId, factorId: 'card' },
    passwordLink: { userId, kind: 'change', clientId: 'demo-oidc' },
    add: { userId: `${userId}-new`, fields: { nameKo: '새로' } },
    change: { userId, fields: { nameKo: '달라' } },
    importCheck: { content: '', format: 'csv' },
    importRun: { content: '', format: 'csv' },
    bulkCheck: { content: btoa('nobody'), act: 'disable' },
    bulkRun: { content: btoa('nobody'), act: 'disable' },
    auditExport: { format: 'ndjson', reason: 'monthly review' },
    auditExportPart: { exportId: 'none' },
    auditExportEnd: { exportId: 'none' },
    putNotice: { ko: '점검', en: 'Maintenance', from: 1, until: 2 },
    endNotice: { noticeId: 'none' },
  };
  return bodies[name] ?? { userId };
};

/** Refusals because of the caller, not because of the body. */
const CALLER_REFUSALS = [
  'signedOut',
  'csrf',
  'role',
  'proofStale',
  'higherRole',
  'ownAccount',
  'tooMany',
  'fault',
];

const CALLS_WITH_TOKEN = DESK_CALL_NAMES.filter((name) => name !== 'session');
const ACTS = DESK_CALL_NAMES.filter((name) => DESK_CALLS[name].isAct && name !== 'add');

const CALLS_BY_LOWEST_ROLE: Readonly<Record<DeskRole, readonly DeskCallName[]>> = {
  viewer: [
    ...(['session', 'signOut', 'people', 'account', 'signInState', 'explanation', 'services'] as const),
    ...(['policies', 'audit', 'notices', 'state'] as const),
  ],
  helpDesk: [
    ...(['unlock', 'wake', 'endSessions', 'temporaryCode', 'appLink', 'removeFactor'] as const),
    ...(['passwordLink', 'disable', 'enable'] as const),
  ],
  administrator: [
    ...(['add', 'change', 'importCheck', 'importRun', 'job', 'bulkCheck', 'bulkRun'] as const),
    ...(['auditExport', 'auditExportPart', 'auditExportEnd', 'putNotice', 'endNotice'] as const),
  ],
};

describe('the rights of the calls', () => {
  let desk: DeskServer;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk.close());
  // Each call counts against the limits of its caller.
  beforeEach(() => desk.wait(2 * 60_000));

  it('are listed for every call with its lowest role', () => {
    const rights = DESK_ROLES.flatMap((role) =>
      CALLS_BY_LOWEST_ROLE[role].map((name) => [name, role] as const),
    );
    expect(new Map(rights)).toEqual(new Map(DESK_CALL_NAMES.map((name) => [name, DESK_CALLS[name].role])));
  });

  describe.each(DESK_ROLES)('as %s', (role) => {
    it.each(DESK_CALL_NAMES)('%s is allowed from its lowest role upwards', async (name) => {
      const { call } = await desk.signInAtDesk(DESK_USERS[role]);
      await desk.addAccount('target');
      const { json } = await call(name, bodyOf(name, 'target'));
      const isAllowed = DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(DESK_CALLS[name].role);
      const refusal = isAllowed ? expect.not.stringMatching(CALLER_REFUSALS.join('|')) : 'role';
      expect(json['code'] ?? 'none').toEqual(refusal);
      await desk.waitForJobs();
    });
  });

  it.each(DESK_CALL_NAMES)('%s is refused without a session and with an expired one', async (name) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const withoutCookie = await call(name, bodyOf(name, 'kim'), { cookie: '' });
    desk.wait(15 * 60_000);
    const idle = await call(name, bodyOf(name, 'kim'));
    expect([withoutCookie, idle].map(({ status, json }) => [status, json])).toEqual([
      [401, { code: 'signedOut' }],
      [401, { code: 'signedOut' }],
    ]);
  });

  it.each(CALLS_WITH_TOKEN)('%s is refused without a valid CSRF token and origin', async (name) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    const invalidHeaders = [
      { [DESK_CSRF_HEADER]: '' },
      { [DESK_CSRF_HEADER]: (await desk.signInAtDesk(DESK_USERS.secondAdministrator)).csrf },
      { origin: 'http://localhost:8080' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of invalidHeaders) {
      const { status, json } = await call(name, bodyOf(name, 'kim'), headers);
      expect([status, json]).toEqual([403, { code: 'csrf' }]);
    }
  });

  it.each(DESK_CALL_NAMES)('%s requires a sign-in of the last 10 minutes when it is risky', async (name) => {
    const { call } = await desk.signInAtDesk(DESK_USERS.administrator);
    desk.wait(DESK_SIGN_IN_MAX_AGE_MS - 1);
    const fresh = await call(name, bodyOf(name, 'target'));
    expect(fresh.json['code']).not.toBe('proofStale');
    const { call: later } = await desk.signInAtDesk(DESK_USERS.administrator);
    desk.wait(DESK_SIGN_IN_MAX_AGE_MS);
    const stale = await later(name, bodyOf(name, 'target'));
    expect(stale.json['code'] === 'proofStale').toBe(DESK_CALLS[name].isRisky);
    await desk.waitForJobs();
  });

  it.each(ACTS)('%s is refused for a higher role and for the own account', async (name) => {
    const { role } = DESK_CALLS[name];
    const { call } = await desk.signInAtDesk(DESK_USERS[role]);
    if (role !== 'administrator') {
      expect((await call(name, bodyOf(name, DESK_USERS.administrator))).json).toEqual({ code: 'higherRole' });
    }
    expect((await call(name, bodyOf(name, DESK_USERS[role]))).json).toEqual({ code: 'ownAccount' });
  });

  it('end with the session when the person no longer has the role', async () => {
    const { call } = await desk.signInAtDesk('kim');
    expect((await call('session')).json).toEqual({ code: 'signedOut' });
    await desk.addAccount('temp');
    await desk.portal.groups.setFromFile('temp', ['desk']);
    const { call: temporary } = await desk.signInAtDesk('temp');
    expect((await temporary('services')).status).toBe(200);
    await desk.portal.groups.setFromFile('temp', []);
    expect((await temporary('services')).json).toEqual({ code: 'signedOut' });
  });
});

describe('a session of the desk and its portal session', () => {
  const MINUTE = 60_000;
  let desk: DeskServer;
  beforeAll(async () => {
    desk = await startDesk({ idleMinutes: 90 }, { session: { idleMinutes: 30, absoluteMinutes: 60 } });
  });
  afterAll(() => desk.close());

  it.each<[string, (portalSession: number) => Promise<unknown>]>([
    ['has ended', (portalSession) => desk.portal.sessions.end(portalSession)],
    [
      'was replaced by another one',
      async () => {
        const { sessions } = desk.portal;
        return sessions.endReplaced(await sessions.listSignedIn(DESK_USERS.viewer));
      },
    ],
    ['was not used for too long', async () => desk.wait(30 * MINUTE)],
  ])('end together when the portal session %s', async (_how, end) => {
    const { call, portalSession } = await desk.signInAtDesk(DESK_USERS.viewer);
    expect((await call('services')).status).toBe(200);
    await end(portalSession);
    expect((await call('services')).json).toEqual({ code: 'signedOut' });
  });

  it('remain valid while the desk is used, up to the absolute limit', async () => {
    const { call } = await desk.signInAtDesk(DESK_USERS.viewer);
    const statuses: number[] = [];
    for (const minutes of [20, 20, 20]) {
      desk.wait(minutes * MINUTE);
      statuses.push((await call('services')).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
  });
});
