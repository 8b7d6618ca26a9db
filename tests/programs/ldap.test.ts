import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkDirectory } from '#server/directory/ldap/check.ts';
import { directoryPasswords } from '#server/directory/ldap/passwords.ts';
import {
  BASE_DN,
  ldapConfigOf,
  ldapSettingsOf,
  PASSWORD,
  PORTAL_DN,
  PORTAL_PASSWORD,
} from '#tests/support/ldap/people.ts';
import { admin } from '#tests/support/server/admin.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { ROOT_DN, ROOT_PASSWORD, startSlapd } from './slapd.ts';

const base64Of = (text: string): string => Buffer.from(text).toString('base64');

const personEntry = (uid: string, moreLines = ''): string => `
dn: uid=${uid},${BASE_DN}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
displayName: ${uid}
mail: ${uid}@hanbit.example
mobile: 010-4000-1122
userPassword:: ${base64Of(PASSWORD)}
${moreLines}`;

const LDIF = `
dn: dc=hanbit,dc=example
objectClass: dcObject
objectClass: organization
o: Hanbit
dc: hanbit

dn: ${BASE_DN}
objectClass: organizationalUnit
ou: people

dn: cn=policy,dc=hanbit,dc=example
objectClass: person
objectClass: pwdPolicy
cn: policy
sn: policy
pwdAttribute: userPassword
pwdMaxFailure: 3
pwdLockout: TRUE
pwdMustChange: TRUE
pwdMaxAge: 8640000

dn: ${PORTAL_DN}
objectClass: person
cn: portal
sn: portal
userPassword: ${PORTAL_PASSWORD}
${personEntry('seok')}
${personEntry('a*)(uid=seok)')}
${personEntry('locked')}
${personEntry('reset', 'pwdReset: TRUE\n')}
${personEntry('old', 'pwdChangedTime: 20200101000000Z\n')}`;

let slapd: Awaited<ReturnType<typeof startSlapd>>;
beforeAll(async () => {
  slapd = await startSlapd(LDIF);
});
afterAll(() => slapd.stop());

const passwordsAt = (url: string) => directoryPasswords(ldapSettingsOf({ url }));

test.for(['plain', 'secure'] as const)(
  'a directory accepts correct passwords and refuses wrong passwords: %s connection',
  async (kind) => {
    const { verify } = passwordsAt(slapd.urls[kind]);
    expect(await verify('seok', PASSWORD)).toBe('right');
    expect(await verify('seok', `${PASSWORD}.`)).toBe('wrong');
    expect(await verify('seok', '')).toBe('wrong');
    expect(await verify('nobody', PASSWORD)).toBe('wrong');
    expect(await verify('*', PASSWORD)).toBe('wrong');
    expect(await verify('a*)(uid=seok)', PASSWORD)).toBe('right');
  },
);

test('a directory reports a locked account, and a password that has expired or has to be changed', async () => {
  const { verify } = passwordsAt(slapd.urls.plain);
  for (let guess = 0; guess < 3; guess++) expect(await verify('locked', 'wrong')).toBe('wrong');
  expect(await verify('locked', PASSWORD)).toBe('locked');
  expect(await verify('old', PASSWORD)).toBe('expired');
  expect(await verify('reset', PASSWORD)).toBe('expired');
});

test('the check of a directory reports the outcome of each of its seven steps, and sends no password without encryption', async () => {
  const settings = ldapSettingsOf({ url: slapd.urls.plain });
  const outcomes = async (changedSettings = {}, userId: string | null = 'seok') =>
    (await checkDirectory(slapd.urls.plain, { ...settings, ...changedSettings }, userId, Date.now())).map(
      ({ outcome }) => outcome,
    );
  expect(await outcomes()).toEqual(Array.from({ length: 7 }, () => 'good'));
  expect((await outcomes({ startTls: false })).slice(2, 5)).toEqual(['warned', 'failed', 'notReached']);
  expect((await outcomes({ bindPassword: 'another' })).indexOf('failed')).toBe(3);
  expect((await outcomes({ baseDn: 'ou=nowhere,dc=hanbit,dc=example' })).indexOf('failed')).toBe(4);
  expect((await outcomes({}, 'nobody')).indexOf('failed')).toBe(5);
  expect(
    (await outcomes({ fields: { name: 'title', internalMail: 'mail', phoneNumber: 'mobile' } })).at(-1),
  ).toBe('warned');
});

test('a sign-in is answered with 503 when the directory is stopped', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stoppedSlapd = await startSlapd(LDIF);
  const server = await testServer({
    ldap: ldapConfigOf({ url: stoppedSlapd.urls.plain }),
    accounts: [{ userId: 'seok', name: { ko: '석민규', en: 'Mingyu Seok' }, userType: 'EXTERNAL' }],
  });
  expect((await signIn(server.browser(), 'seok', { secret: PASSWORD })).status).toBe(200);
  await stoppedSlapd.stop();
  expect((await signIn(server.browser(), 'seok', { secret: PASSWORD })).json).toMatchObject({
    status: 503,
    errCode: '003_1',
  });
});

test('accounts follow the directory: people are added, changed and disabled', async () => {
  const client = new Client({ url: slapd.urls.secure, tlsOptions: { rejectUnauthorized: false } });
  await client.bind(ROOT_DN, ROOT_PASSWORD);
  const server = await testServer({
    ldap: { ...ldapConfigOf({ url: slapd.urls.plain }), sync: { filter: '(sn=staff*)', groups: 'memberOf' } },
  });
  const addPerson = (uid: string) =>
    client.add(`uid=${uid},${BASE_DN}`, {
      objectClass: 'inetOrgPerson',
      uid,
      cn: uid,
      sn: `staff ${uid}`,
      displayName: `직원 ${uid}`,
      mail: `${uid}@hanbit.example`,
      userPassword: PASSWORD,
    });
  const synchronise = async () => {
    const { out, err } = await admin(server, 'directory-sync');
    return err || out.split('\n').at(-1);
  };
  const groupsOf = (uid: string) => server.portal.groups.of(uid);

  const userIds = Array.from({ length: 600 }, (_, index) => `staff${index}`);
  for (const uid of userIds) await addPerson(uid);
  await client.add(`cn=영업,${BASE_DN}`, {
    objectClass: 'groupOfNames',
    cn: '영업',
    member: `uid=staff1,${BASE_DN}`,
  });
  expect(await synchronise()).toContain('Done: 600 added, 0 changed, 0 gone');
  expect([await groupsOf('staff1'), await groupsOf('staff2')]).toEqual([['영업'], []]);
  expect((await signIn(server.browser(), 'staff1', { secret: PASSWORD })).status).toBe(200);

  await addPerson('staff-new');
  await client.modify(
    `cn=영업,${BASE_DN}`,
    new Change({
      operation: 'replace',
      modification: new Attribute({ type: 'member', values: [`uid=staff2,${BASE_DN}`] }),
    }),
  );
  await client.del(`uid=staff3,${BASE_DN}`);
  expect(await synchronise()).toContain('Done: 1 added, 2 changed, 1 gone');
  expect([await groupsOf('staff1'), await groupsOf('staff2')]).toEqual([[], ['영업']]);
  expect((await server.portal.accounts.find('staff3'))?.status).toBe('disabled');
  await client.unbind();
});
