import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLdap } from '#server/config/ldap.ts';
import { AUTHORITY_FILE, type Person, type TestDirectory } from './directory.ts';

export const BASE_DN = 'ou=people,dc=hanbit,dc=example';
export const PORTAL_DN = 'cn=portal,dc=hanbit,dc=example';
export const PASSWORD = '한빛-Directory-1';
export const PORTAL_PASSWORD = 'look people up';

/** An entry of the directory, by its distinguished name. */
const person = (uid: string, changes: Partial<Person> = {}): Readonly<Record<string, Person>> => ({
  [`uid=${uid},${BASE_DN}`]: {
    attributes: {
      uid: [uid],
      objectClass: ['person'],
      displayName: ['석민규'],
      mail: [`${uid}@hanbit.example`],
    },
    password: PASSWORD,
    ...changes,
  },
});

/** A person whose bind always has this result; RFC 4511, appendix A, lists the codes. */
const personWithBindResult = (uid: string, code: number, text = '', policyError?: number) =>
  person(uid, { bindResult: { code, text, ...(policyError !== undefined && { policyError }) } });

/** The text with which Active Directory refuses a bind. */
const activeDirectoryText = (errorCode: string): string =>
  `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${errorCode}, v2580`;

/** The entries of a company's directory. Some people have a bind with a fixed result. */
export const PEOPLE: Readonly<Record<string, Person>> = {
  [BASE_DN]: { attributes: { ou: ['people'] } },
  [PORTAL_DN]: { attributes: { cn: ['portal'] }, password: PORTAL_PASSWORD },
  ...person('seok'),
  ...person('guessed'),
  ...person('empty'),
  ...person('twin'),
  [`uid=twin,ou=old,${BASE_DN}`]: { attributes: { uid: ['twin'] }, password: PASSWORD },
  ...personWithBindResult('wrong-52e', 49, activeDirectoryText('52e')),
  ...personWithBindResult('unknown-525', 49, activeDirectoryText('525')),
  ...personWithBindResult('hours-530', 49, activeDirectoryText('530')),
  ...personWithBindResult('place-531', 49, activeDirectoryText('531')),
  ...personWithBindResult('expired-532', 49, activeDirectoryText('532')),
  ...personWithBindResult('disabled-533', 49, activeDirectoryText('533')),
  ...personWithBindResult('over-701', 49, activeDirectoryText('701')),
  ...personWithBindResult('reset-773', 49, activeDirectoryText('773')),
  ...personWithBindResult('locked-775', 49, activeDirectoryText('775')),
  ...personWithBindResult('policy-expired', 49, '', 0),
  ...personWithBindResult('policy-locked', 49, '', 1),
  ...personWithBindResult('policy-reset', 0, '', 2),
  ...personWithBindResult('inactive', 53, 'Account inactivated. Contact system administrator.'),
  ...personWithBindResult('retried', 19, 'Exceed password retry limit. Please try later.'),
  ...personWithBindResult('unset', 48),
  ...personWithBindResult('busy', 51),
};

/** The IDs of all people. */
export const USER_IDS: readonly string[] = [
  ...new Set(Object.keys(PEOPLE).flatMap((dn) => /^uid=([^,]+),/.exec(dn)?.[1] ?? [])),
];

const folder = mkdtempSync(join(tmpdir(), 'munjigi-ldap-'));
const PASSWORD_FILE = join(folder, 'bind-password');
writeFileSync(PASSWORD_FILE, `${PORTAL_PASSWORD}\n`);

/** The key `ldap` of a configuration file that uses a directory. */
export const ldapConfigOf = ({ url }: Pick<TestDirectory, 'url'>) => ({
  urls: [url],
  startTls: true,
  caFile: AUTHORITY_FILE,
  bindDn: PORTAL_DN,
  bindPasswordFile: PASSWORD_FILE,
  baseDn: BASE_DN,
  filter: '(uid={userId})',
  fields: { name: 'displayName', internalMail: 'mail', phoneNumber: 'mobile' },
  connectSeconds: 3,
  answerSeconds: 3,
});

/** The settings of a directory as the server reads them from its configuration. */
export function ldapSettingsOf(directory: Pick<TestDirectory, 'url'>) {
  const settings = readLdap(ldapConfigOf(directory), 'test', '.');
  if (!settings) throw new Error('The configuration has no settings of a directory');
  return settings;
}
