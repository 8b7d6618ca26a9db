import { afterEach, describe, expect, test } from 'vitest';
import type { LdapSettings } from '#server/config/ldap.ts';
import { directoryPasswords } from '#server/directory/ldap/passwords.ts';
import { DirectoryProblemError } from '#server/directory/ldap/problem.ts';
import { type TestDirectory, testDirectory } from '#tests/support/ldap/directory.ts';
import { BASE, PASSWORD, PEOPLE, settingsOf } from '#tests/support/ldap/people.ts';

let directory: TestDirectory;
afterEach(() => directory.close());

type Options = Partial<Parameters<typeof testDirectory>[0]>;

/** What comes of a right password; a problem by its step and code. */
async function outcome(options: Options, settings: Partial<LdapSettings> = {}, userId = 'seok') {
  directory = await testDirectory({ people: PEOPLE, ...options });
  try {
    return await directoryPasswords({ ...settingsOf(directory), ...settings }).verify(userId, PASSWORD);
  } catch (error) {
    if (error instanceof DirectoryProblemError) return `${error.step} ${error.code}`;
    throw error;
  }
}

const HASTY = { connectSeconds: 0.1, answerSeconds: 0.1 };

describe('a right password is not accepted', () => {
  test.for<[string, Options, Partial<LdapSettings>, string]>([
    ['nothing by ldaps', { isSecure: true }, {}, 'right'],
    ['nothing, with a name that needs no looking up', {}, { dnTemplate: `uid={userId},${BASE}` }, 'right'],
    ['a connection that is lost', { closesAfter: 'bind' }, {}, 'bind ECONNRESET'],
    ['no answer to a bind', { silentAfter: 'bind' }, HASTY, 'bind ETIMEDOUT'],
    ['no answer to a search', { silentAfter: 'search' }, HASTY, 'person ETIMEDOUT'],
    ['no answer to StartTLS', { silentAfter: 'extended' }, HASTY, 'tls ETIMEDOUT'],
    ['silence in the handshake', { silentAfter: 'handshake' }, HASTY, 'tls ETIMEDOUT'],
    ['no encryption offered', { certificate: 'none' }, {}, 'tls 2'],
    ['the certificate of another', { certificate: 'other' }, {}, 'tls ERR_TLS_CERT_ALTNAME_INVALID'],
    ['one that is over', { certificate: 'expired' }, {}, 'tls CERT_HAS_EXPIRED'],
    ['one that is over, by ldaps', { certificate: 'expired', isSecure: true }, {}, 'tls CERT_HAS_EXPIRED'],
    ['an authority that nobody knows', {}, { authorities: null }, 'tls UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['a bind account that is refused', {}, { bindPassword: 'another' }, 'bind wrong'],
    ['a base that is not there', {}, { baseDn: 'ou=nowhere' }, 'person 32'],
    ['a host that has no name', {}, { urls: ['ldap://directory.invalid'] }, 'name ENOTFOUND'],
  ])('%s', async ([, options, settings, problem]) => {
    expect(await outcome(options, settings)).toBe(problem);
  });

  test('when the directory is busy or has two entries for an ID', async () => {
    expect(await outcome({}, {}, 'busy')).toBe('bind 51');
    await directory.close();
    expect(await outcome({}, {}, 'twin')).toBe('person notUnique');
  });
});

test('the next address of a directory is used when one is unreachable', async () => {
  directory = await testDirectory({ people: PEOPLE });
  const closed = await testDirectory({ people: PEOPLE });
  await closed.close();
  const passwords = directoryPasswords({ ...settingsOf(directory), urls: [closed.url, directory.url] });
  expect(await passwords.verify('seok', PASSWORD)).toBe('right');
});

test('a lost encrypted connection is never replaced by an unencrypted one', async () => {
  expect(await outcome({ closesAfter: 'search' })).toBe('person ECONNRESET');
  expect(directory.connections()).toBe(1);
  expect(directory.binds.every(({ isEncrypted }) => isEncrypted)).toBe(true);
});
