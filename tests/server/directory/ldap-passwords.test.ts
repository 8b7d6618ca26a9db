import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { account } from '#server/config/account.ts';
import { directoryPasswords } from '#server/directory/ldap/passwords.ts';
import { DirectoryProblemError } from '#server/directory/ldap/problem.ts';
import { directoryVerifier } from '#server/login/password/verify-by-directory.ts';
import { statusAndErrCode } from '#tests/server/methods/steps.ts';
import { startTestDirectory } from '#tests/support/ldap/directory.ts';
import {
  BASE_DN,
  ldapConfigOf,
  ldapSettingsOf,
  PASSWORD,
  PEOPLE,
  PORTAL_DN,
  USER_IDS,
} from '#tests/support/ldap/people.ts';
import { savePassword } from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, signIn } from '#tests/support/server/steps.ts';

const addExternalAccount = (portal: TestServer['portal'], userId: string) =>
  portal.accounts.add(
    v.parse(account, { userId, name: { ko: userId, en: userId }, userType: 'EXTERNAL' }),
    null,
  );

const directory = await startTestDirectory({ people: PEOPLE });
const ldap = { ...ldapConfigOf(directory), passwordPage: 'https://password.hanbit.example' };
const server = await testServer({ ldap });
for (const userId of USER_IDS) await addExternalAccount(server.portal, userId);
afterAll(() => directory.close());
beforeEach(() => {
  directory.binds.length = 0;
});

const signInAs = (userId: string, secret: string) => signIn(server.browser(), userId, { secret });

const boundNames = () => directory.binds.map(({ dn }) => dn);

test('a password check is reported as answered by the directory, or as failed', async () => {
  const results: string[] = [];
  const verify = vi
    .fn()
    .mockResolvedValueOnce('wrong')
    .mockRejectedValueOnce(new DirectoryProblemError('tcp', 'ECONNREFUSED', 'refused'));
  const verifyPassword = directoryVerifier(ldapSettingsOf(directory), (result) => results.push(result), {
    verify,
  });
  expect(await verifyPassword('seok', PASSWORD)).toBe('wrong');
  await expect(verifyPassword('seok', PASSWORD)).rejects.toMatchObject({ status: 503 });
  expect(results).toEqual(['answered', 'failed']);
});

describe('a directory password', () => {
  test('signs in only with the correct password and over an encrypted connection', async () => {
    expect((await signInAs('seok', PASSWORD)).status).toBe(200);
    expect((await signInAs('seok', 'Munjigi!26')).json).toMatchObject({ errCode: '001', failCount: 1 });
    expect((await signInAs('seok', PASSWORD)).status).toBe(200);
    expect(boundNames()).toEqual(Array.from({ length: 3 }, () => [PORTAL_DN, `uid=seok,${BASE_DN}`]).flat());
    expect(directory.binds.every(({ isEncrypted }) => isEncrypted)).toBe(true);
  });

  test.each([
    ['right', 'seok', PASSWORD, 'right'],
    ['wrong', 'seok', 'Munjigi!26', 'wrong'],
    ['of an unknown person', 'nobody', PASSWORD, 'wrong'],
  ] as const)('leaves no open connection when it is %s', async (_what, userId, secret, result) => {
    const before = directory.connectionCount();
    const passwords = directoryPasswords(ldapSettingsOf(directory));
    expect(await passwords.verify(userId, secret)).toBe(result);
    expect(directory.connectionCount()).toBe(before + 1);
    await expect.poll(directory.openConnectionCount).toBe(0);
  });

  test('is not used for LOCAL accounts, which sign in without the directory', async () => {
    expect((await signIn(server.browser(), 'kim')).status).toBe(200);
    expect((await signInAs('kim', PASSWORD)).json['errCode']).toBe('001');
    expect(directory.binds).toEqual([]);
  });

  test('counts as a failure when wrong, and is not verified after the lock', async () => {
    for (let guess = 0; guess < 5; guess++) await signInAs('guessed', 'wrong');
    const before = directory.binds.length;
    expect((await signInAs('guessed', PASSWORD)).json).toMatchObject({ errCode: '001_1' });
    expect(directory.binds).toHaveLength(before);
  });

  test('is refused when empty, although directories accept that as an anonymous bind', async () => {
    expect((await signInAs('empty', '')).status).toBe(400);
    expect(await server.portal.verifyPassword('empty', '')).toEqual({ failures: 2 });
    expect(directory.binds).toEqual([]);
  });

  test('is verified for the typed ID only, also when it has special characters', async () => {
    const userId = 'a*)(uid=seok)';
    await addExternalAccount(server.portal, userId);
    expect(await server.portal.verifyPassword(userId, PASSWORD)).toEqual({ failures: 1 });
    expect(boundNames()).toEqual([PORTAL_DN]);
  });

  test.for([
    ['wrong-52e', '001'],
    ['unknown-525', '001'],
    ['unset', '001'],
    ['hours-530', '002_2'],
    ['place-531', '002_3'],
    ['expired-532', 'directoryPasswordExpiredAt'],
    ['disabled-533', '002'],
    ['over-701', '002_1'],
    ['reset-773', 'directoryPasswordExpiredAt'],
    ['locked-775', '001_1'],
    ['policy-expired', 'directoryPasswordExpiredAt'],
    ['policy-locked', '001_1'],
    ['policy-reset', 'directoryPasswordExpiredAt'],
    ['inactive', '002'],
    ['retried', '001_1'],
  ] as const)('that the directory refuses with %s is answered with %s', async ([userId, errCode]) => {
    expect(statusAndErrCode(await signInAs(userId, PASSWORD))).toEqual([400, errCode]);
    const failures = errCode === '001' ? 2 : 1;
    expect(await server.portal.attempts.begin(userId, '-1')).toEqual({ isAllowed: true, failures });
  });

  test('is refused when expired, with the page on which to change it', async () => {
    expect((await signInAs('expired-532', PASSWORD)).json['message']).toBe(
      'Your company password has expired. Change it at https://password.hanbit.example and then sign in again.',
    );
  });

  test('cannot be changed in the portal, even with the token of an identity check', async () => {
    const browser = server.browser();
    await checkPolicy(browser, 'seok');
    const session = await server.portal.sessions.open(browser.cookieHeader);
    if (!session) throw new Error('there is no session');
    const subject = { userId: 'seok', clientId: CLIENT_ID };
    const token = await server.portal.identityTokens.issue(session, {
      ...subject,
      basis: 'inmail',
      identityMethod: 'internalMail',
    });
    const refusal = await savePassword(browser, 'PUT', 'seok', token, 'Another!26');
    expect(statusAndErrCode(refusal)).toEqual([403, 'directoryPassword']);
  });
});

test('an unreachable directory is answered with 503, and no failed attempt is counted', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const closedDirectory = await startTestDirectory({ people: PEOPLE });
  const otherServer = await testServer({ ldap: ldapConfigOf(closedDirectory) });
  await closedDirectory.close();
  await addExternalAccount(otherServer.portal, 'seok');
  for (let attempt = 0; attempt < 6; attempt++) {
    const { headers, json } = await signIn(otherServer.browser(), 'seok', { secret: PASSWORD });
    expect(json).toMatchObject({ status: 503, errCode: '003_1', message: '' });
    expect(headers.get('Retry-After')).toBe('5');
  }
  expect(await otherServer.portal.attempts.begin('seok', '-1')).toEqual({ isAllowed: true, failures: 1 });
  expect(errors.mock.calls[0]?.[0]).toMatch(/^The directory cannot be queried: tcp, ECONNREFUSED: /);
  expect(JSON.stringify(errors.mock.calls)).not.toContain(PASSWORD);
  errors.mockRestore();
});
