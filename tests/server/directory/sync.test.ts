import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { syncOncePerDay } from '#server/administration/daily-directory-sync.ts';
import { firstDnValue } from '#server/directory/ldap/people.ts';
import { statusAndErrCode } from '#tests/server/methods/steps.ts';
import { type Person, startTestDirectory, type TestDirectory } from '#tests/support/ldap/directory.ts';
import { BASE_DN, ldapConfigOf, PASSWORD, PORTAL_DN } from '#tests/support/ldap/people.ts';
import { admin } from '#tests/support/server/admin.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';

const DAY = 24 * 60 * 60_000;

const people: Record<string, Person> = {};
let directory: TestDirectory;
let server: TestServer;

const dnOf = (uid: string): string => `uid=${uid},${BASE_DN}`;

function addPerson(uid: string, attributes: Readonly<Record<string, readonly string[]>> = {}): void {
  people[dnOf(uid)] = {
    password: PASSWORD,
    attributes: {
      uid: [uid],
      displayName: [`석${uid}`],
      mail: [`${uid}@hanbit.example`],
      mobile: ['010-4000-1122'],
      memberOf: [`cn=Sales\\, East,ou=groups,${BASE_DN}`],
      ...attributes,
    },
  };
}

const removePerson = (uid: string): boolean => delete people[dnOf(uid)];
const find = (userId: string) => server.portal.accounts.find(userId);
const statusOf = async (userId: string) => (await find(userId))?.status;

const serverWith = (sync: object = {}, file: object = {}) =>
  testServer({ ldap: { ...ldapConfigOf(directory), sync: { groups: 'memberof', ...sync } }, ...file });

beforeEach(async () => {
  for (const dn of Object.keys(people)) delete people[dn];
  people[BASE_DN] = { attributes: { ou: ['people'] } };
  people[PORTAL_DN] = { attributes: { cn: ['portal'] }, password: 'look people up' };
  for (const uid of ['mingyu', 'dain', 'jiho']) addPerson(uid);
  directory = await startTestDirectory({ people });
  server = await serverWith();
});
afterEach(() => directory.close());

const sync = (...flags: readonly string[]) => admin(server, ['directory-sync', ...flags].join(' '));

describe('accounts of the directory', () => {
  test('are created with their attributes and groups, and sign in by the directory password', async () => {
    const plan = await sync('--dry-run');
    expect(plan.out).toContain('+ mingyu\n    userId: – → mingyu\n    nameKo: – → 석mingyu');
    expect(plan.out).toContain('Nothing has changed yet: 3 added, 0 changed, 0 gone');
    expect(await find('mingyu')).toBeNull();

    expect((await sync()).out).toContain('Done: 3 added, 0 changed, 0 gone');
    expect(await find('mingyu')).toMatchObject({
      name: { ko: '석mingyu', en: '석mingyu' },
      userType: 'EXTERNAL',
      internalMail: 'mingyu@hanbit.example',
      phoneNumber: '010-4000-1122',
    });
    expect(await server.portal.groups.of('mingyu')).toEqual(['Sales, East']);
    expect((await signIn(server.browser(), 'mingyu', { secret: PASSWORD })).status).toBe(200);
    expect((await sync()).out).toContain('Done: 0 added, 0 changed, 0 gone');
  });

  test('follow changes, removals and returns in the directory', async () => {
    await sync();
    const browser = server.browser();
    await signIn(browser, 'dain', { secret: PASSWORD });
    addPerson('mingyu', { displayName: ['Mingyu Seok'], memberOf: [] });
    removePerson('dain');
    expect((await sync()).out).toContain('Done: 0 added, 1 changed, 1 gone');
    expect((await find('mingyu'))?.name).toEqual({ ko: '석mingyu', en: 'Mingyu Seok' });
    expect(await server.portal.groups.of('mingyu')).toEqual([]);
    expect(await statusOf('dain')).toBe('disabled');
    expect(server.engine.signedOutUsers).toEqual(['dain']);
    expect(statusAndErrCode(await signIn(browser, 'dain', { secret: PASSWORD }))).toEqual([400, '001']);

    addPerson('dain');
    await sync();
    expect(await statusOf('dain')).toBe('active');
  });

  test('have the status that an operator has set, whatever the directory says', async () => {
    await sync();
    await admin(server, 'disable mingyu');
    removePerson('mingyu');
    removePerson('jiho');
    await sync();
    addPerson('mingyu');
    await admin(server, 'enable jiho');
    await sync();
    expect([await statusOf('mingyu'), await statusOf('jiho')]).toEqual(['disabled', 'active']);
  });

  test('are skipped when they are LOCAL, duplicate or invalid', async () => {
    addPerson('kim');
    addPerson('dain2', { uid: ['dain'] });
    addPerson('haru', { mobile: ['x'.repeat(200)], displayName: ['\u0000'] });
    const { out } = await sync();
    expect(out).toContain(
      '  dain: occurs more than once in the directory\n  kim: is a LOCAL account of the portal\n  haru: nameEn',
    );
    expect((await find('kim'))?.userType).toBe('LOCAL');
    expect([await find('dain'), await find('haru')]).toEqual([null, null]);
  });

  test('retain an attribute that no entry of the directory has', async () => {
    await sync();
    for (const uid of ['mingyu', 'dain', 'jiho']) addPerson(uid, { mobile: [], memberOf: [] });
    await sync();
    expect((await find('mingyu'))?.phoneNumber).toBe('010-4000-1122');
    expect(await server.portal.groups.of('mingyu')).toEqual(['Sales, East']);
    addPerson('jiho', { mobile: ['010-1'] });
    await sync();
    expect((await find('mingyu'))?.phoneNumber).toBeNull();
  });
});

test('when more people are missing than maxGonePercent, nothing is changed without --allow-many-gone', async () => {
  await sync();
  removePerson('dain');
  removePerson('jiho');
  addPerson('saebom');
  const refusal = await sync();
  expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining('2 of 3 people are gone')]);
  expect([await statusOf('dain'), await find('saebom')]).toEqual(['active', null]);
  expect(server.audited.at(-1)).toMatchObject({ action: 'directory-sync', result: 'tooManyGone' });
  expect((await sync('--allow-many-gone')).out).toContain('Done: 1 added, 0 changed, 2 gone');
  expect([await statusOf('dain'), await statusOf('mingyu')]).toEqual(['disabled', 'active']);
});

test('a directory that cannot be reached disables nobody', async () => {
  await sync();
  await directory.close();
  expect(await sync()).toMatchObject({ code: 1, err: expect.stringContaining('ECONNREFUSED') });
  expect(await statusOf('mingyu')).toBe('active');
});

describe('the daily synchronisation', () => {
  const syncDaily = () => {
    const { portal, engine } = server;
    return syncOncePerDay({
      portal,
      operator: 'directory-sync',
      endEngineSessions: (userId) => engine.endSessionsOf(userId),
    });
  };

  test('runs on one of several servers, and again on the next day', async () => {
    await Promise.all([syncDaily(), syncDaily(), syncDaily()]);
    expect(server.audited.filter(({ action }) => action === 'directory-sync')).toHaveLength(1);
    removePerson('dain');
    await syncDaily();
    expect(await statusOf('dain')).toBe('active');
    server.wait(DAY);
    await syncDaily();
    expect(await statusOf('dain')).toBe('disabled');
    expect(server.audited.find(({ action }) => action === 'disable')).toMatchObject({
      operator: 'directory-sync',
    });
  });

  test('is tried again after a failure, and needs an operator when too many are missing', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await syncDaily();
    for (const uid of ['dain', 'jiho', 'mingyu']) removePerson(uid);
    server.wait(DAY);
    await syncDaily();
    expect(await statusOf('dain')).toBe('active');
    expect(errors.mock.calls.join()).toContain('3 of 3 people');
    server.wait(DAY);
    people[PORTAL_DN] = { attributes: {}, password: 'another' };
    await expect(syncDaily()).rejects.toThrow('bindDn');
    people[PORTAL_DN] = { attributes: {}, password: 'look people up' };
    for (const uid of ['dain', 'jiho', 'mingyu', 'saebom']) addPerson(uid);
    await syncDaily();
    expect(await statusOf('saebom')).toBe('active');
  });
});

test.each([
  ['CN=Sales\\, East,OU=groups,DC=hanbit', 'Sales, East'],
  ['cn=\\ec\\98\\81\\ec\\97\\85,ou=groups', '영업'],
  ['cn=영업팀', '영업팀'],
  ['cn=A+ou=B,dc=x', 'A'],
  ['Research & Development', 'Research & Development'],
])('a group is named by the first part of its DN: %s', (dn, name) => {
  expect(firstDnValue(dn)).toBe(name);
});

test('directory-sync fails without ldap.sync', async () => {
  server = await testServer({ ldap: ldapConfigOf(directory) });
  expect(await sync()).toMatchObject({ code: 1, err: expect.stringContaining('no ldap.sync') });
});
