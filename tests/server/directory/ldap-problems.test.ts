import { afterEach, describe, expect, test } from 'vitest';
import type { LdapSettings } from '#server/config/ldap.ts';
import { directoryPasswords } from '#server/directory/ldap/passwords.ts';
import { DirectoryProblemError } from '#server/directory/ldap/problem.ts';
import { startTestDirectory, type TestDirectory } from '#tests/support/ldap/directory.ts';
import { BASE_DN, ldapSettingsOf, PASSWORD, PEOPLE } from '#tests/support/ldap/people.ts';

let directory: TestDirectory;
afterEach(() => directory.close());

type Options = Partial<Parameters<typeof startTestDirectory>[0]>;

/** The result for a correct password, or the step and code of the problem. */
async function outcome(options: Options, settings: Partial<LdapSettings> = {}, userId = 'seok') {
  directory = await startTestDirectory({ people: PEOPLE, ...options });
  try {
    return await directoryPasswords({ ...ldapSettingsOf(directory), ...settings }).verify(userId, PASSWORD);
  } catch (error) {
    if (error instanceof DirectoryProblemError) return `${error.step} ${error.code}`;
    throw error;
  }
}

const SHORT_TIMEOUTS = { connectSeconds: 0.1, answerSeconds: 0.1 };

describe('the outcome of a correct password', () => {
  test.for<[string, Options, Partial<LdapSettings>, string]>([
    ['ldaps', { isSecure: true }, {}, 'right'],
    ['a DN template, without a search', {}, { dnTemplate: `uid={userId},${BASE_DN}` }, 'right'],
    ['a lost connection', { closesAfter: 'bind' }, {}, 'bind ECONNRESET'],
    ['no answer to a bind', { silentAfter: 'bind' }, SHORT_TIMEOUTS, 'bind ETIMEDOUT'],
    ['no answer to a search', { silentAfter: 'search' }, SHORT_TIMEOUTS, 'person ETIMEDOUT'],
    ['no answer to StartTLS', { silentAfter: 'extended' }, SHORT_TIMEOUTS, 'tls ETIMEDOUT'],
    ['no answer in the handshake', { silentAfter: 'handshake' }, SHORT_TIMEOUTS, 'tls ETIMEDOUT'],
    ['no encryption offered', { certificate: 'none' }, {}, 'tls 2'],
    ['the certificate of another host', { certificate: 'other' }, {}, 'tls ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an expired certificate', { certificate: 'expired' }, {}, 'tls CERT_HAS_EXPIRED'],
    [
      'an expired certificate, by ldaps',
      { certificate: 'expired', isSecure: true },
      {},
      'tls CERT_HAS_EXPIRED',
    ],
    ['an unknown authority', {}, { authorities: null }, 'tls UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['a bind account that is refused', {}, { bindPassword: 'another' }, 'bind wrong'],
    ['a missing base', {}, { baseDn: 'ou=nowhere' }, 'person 32'],
    ['an unknown host name', {}, { urls: ['ldap://directory.invalid'] }, 'name ENOTFOUND'],
  ])('with %s is %s', async ([, options, settings, expected]) => {
    expect(await outcome(options, settings)).toBe(expected);
  });

  test('is a problem when the directory is busy or has two entries for an ID', async () => {
    expect(await outcome({}, {}, 'busy')).toBe('bind 51');
    await directory.close();
    expect(await outcome({}, {}, 'twin')).toBe('person notUnique');
  });
});

test('the next address of a directory is used when one is unreachable', async () => {
  directory = await startTestDirectory({ people: PEOPLE });
  const closed = await startTestDirectory({ people: PEOPLE });
  await closed.close();
  const passwords = directoryPasswords({ ...ldapSettingsOf(directory), urls: [closed.url, directory.url] });
  expect(await passwords.verify('seok', PASSWORD)).toBe('right');
});

test('a lost encrypted connection is never replaced by an unencrypted one', async () => {
  expect(await outcome({ closesAfter: 'search' })).toBe('person ECONNRESET');
  expect(directory.connectionCount()).toBe(1);
  expect(directory.binds.every(({ isEncrypted }) => isEncrypted)).toBe(true);
});
