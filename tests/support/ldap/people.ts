import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLdap } from '#server/config/ldap.ts';
import { AUTHORITY_FILE, type Person, type TestDirectory } from './directory.ts';

export const BASE = 'ou=people,dc=hanbit,dc=example';
export const PORTAL_DN = 'cn=portal,dc=hanbit,dc=example';
export const PASSWORD = '한빛-Directory-1';
export const PORTAL_PASSWORD = 'look people up';

const person = (uid: string, rest: Partial<Person> = {}): Readonly<Record<string, Person>> => ({
  [`uid=${uid},${BASE}`]: {
    attributes: {
      uid: [uid],
      objectClass: ['person'],
      displayName: ['석민규'],
      mail: [`${uid}@hanbit.example`],
    },
    password: PASSWORD,
    ...rest,
  },
});

const answering = (uid: string, code: number, text = '', policyError?: number) =>
  person(uid, { answer: { code, text, ...(policyError !== undefined && { policyError }) } });

/** The message of a refused bind of Active Directory. */
const activeDirectory = (data: string): string =>
  `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v2580`;

/** People of a company; for some of them a bind has a special answer of the directory. */
export const PEOPLE: Readonly<Record<string, Person>> = {
  [BASE]: { attributes: { ou: ['people'] } },
  [PORTAL_DN]: { attributes: { cn: ['portal'] }, password: PORTAL_PASSWORD },
  ...person('seok'),
  ...person('guessed'),
  ...person('empty'),
  ...person('twin'),
  [`uid=twin,ou=old,${BASE}`]: { attributes: { uid: ['twin'] }, password: PASSWORD },
  ...answering('wrong-52e', 49, activeDirectory('52e')),
  ...answering('unknown-525', 49, activeDirectory('525')),
  ...answering('hours-530', 49, activeDirectory('530')),
  ...answering('place-531', 49, activeDirectory('531')),
  ...answering('expired-532', 49, activeDirectory('532')),
  ...answering('disabled-533', 49, activeDirectory('533')),
  ...answering('over-701', 49, activeDirectory('701')),
  ...answering('reset-773', 49, activeDirectory('773')),
  ...answering('locked-775', 49, activeDirectory('775')),
  ...answering('policy-expired', 49, '', 0),
  ...answering('policy-locked', 49, '', 1),
  ...answering('policy-reset', 0, '', 2),
  ...answering('inactive', 53, 'Account inactivated. Contact system administrator.'),
  ...answering('retried', 19, 'Exceed password retry limit. Please try later.'),
  ...answering('unset', 48),
  ...answering('busy', 51),
};

export const USER_IDS: readonly string[] = [
  ...new Set(Object.keys(PEOPLE).flatMap((dn) => /^uid=([^,]+),/.exec(dn)?.[1] ?? [])),
];

const folder = mkdtempSync(join(tmpdir(), 'munjigi-ldap-'));
const PASSWORD_FILE = join(folder, 'bind-password');
writeFileSync(PASSWORD_FILE, `${PORTAL_PASSWORD}\n`);

/** The `ldap` of a configuration file. */
export const ldapOf = ({ url }: Pick<TestDirectory, 'url'>) => ({
  urls: [url],
  startTls: true,
  caFile: AUTHORITY_FILE,
  bindDn: PORTAL_DN,
  bindPasswordFile: PASSWORD_FILE,
  baseDn: BASE,
  filter: '(uid={userId})',
  fields: { name: 'displayName', internalMail: 'mail', phoneNumber: 'mobile' },
  connectSeconds: 3,
  answerSeconds: 3,
});

/** These settings as the server reads them. */
export function settingsOf(directory: Pick<TestDirectory, 'url'>) {
  const settings = readLdap(ldapOf(directory), 'test', '.');
  if (!settings) throw new Error('There are no settings');
  return settings;
}
