import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config-error.ts';
import { httpUrl, text, wholeNumber, withDescription } from './values.ts';

const isLdapUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, username } = new URL(value);
  return /^ldaps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && username === '';
};

const directoryUrl = v.pipe(
  v.string(),
  v.check(isLdapUrl, 'must be an address such as ldaps://directory.example.com'),
);

const userIdTemplate = v.pipe(v.string(), v.includes('{userId}', 'must contain the placeholder {userId}'));

const attributeNames = v.strictObject({
  name: v.optional(withDescription(text, 'Attribute with the name.'), 'displayName'),
  internalMail: v.optional(withDescription(text, 'Attribute with the internal mail address.'), 'mail'),
  phoneNumber: v.optional(withDescription(text, 'Attribute with the mobile number.'), 'mobile'),
});

const sync = v.strictObject({
  filter: v.optional(
    withDescription(
      text,
      'Filter for the people who get accounts in the portal; Active Directory: (&(objectCategory=person)(sAMAccountName=*)(!(userAccountControl:1.2.840.113556.1.4.803:=2))), which excludes disabled people.',
    ),
    '(uid=*)',
  ),
  userId: v.optional(
    withDescription(text, 'Attribute with the ID; Active Directory: sAMAccountName.'),
    'uid',
  ),
  groups: v.optional(
    withDescription(text, 'Attribute with the groups, such as memberOf; by default groups are not changed.'),
  ),
  maxGonePercent: v.optional(
    v.pipe(
      wholeNumber(1),
      v.maxValue(100, 'must be at most 100'),
      v.description(
        'Percentage of people who may be missing from the directory in one run. If more people are missing, they are disabled only with --allow-many-gone. One missing person is always allowed.',
      ),
    ),
    10,
  ),
});

/** The company's directory, which stores the passwords of EXTERNAL accounts. */
export const ldap = v.strictObject({
  urls: v.pipe(
    v.array(directoryUrl),
    v.minLength(1, 'must name at least one address'),
    v.description('Addresses of the directory, ldaps: or ldap:; the first reachable one is used.'),
  ),
  startTls: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'Encrypts an ldap: connection with StartTLS before any data is sent. Use false only if the directory runs on the same machine.',
      ),
    ),
    true,
  ),
  caFile: v.optional(
    v.pipe(
      text,
      v.description(
        "PEM file with the certificate of the authority that issued the directory's certificate; not needed for a public authority.",
      ),
    ),
  ),
  bindDn: v.optional(
    v.pipe(text, v.description('DN of the account that searches for people, such as cn=portal,dc=…')),
  ),
  bindPasswordFile: v.optional(
    v.pipe(text, v.description('File with the password of bindDn; a final line break is ignored.')),
  ),
  baseDn: v.optional(
    v.pipe(text, v.description('Base DN of the people, such as ou=people,dc=example,dc=com.')),
  ),
  filter: v.optional(
    v.pipe(
      userIdTemplate,
      v.description('Filter that finds a person below baseDn; Active Directory: (sAMAccountName={userId}).'),
    ),
    '(uid={userId})',
  ),
  dnTemplate: v.optional(
    v.pipe(
      userIdTemplate,
      v.description(
        'DN with which a person binds, such as uid={userId},ou=people,dc=…, instead of a search.',
      ),
    ),
  ),
  fields: v.optional(
    v.pipe(attributeNames, v.description('Attributes of a person that ldap-check reads and `sync` copies.')),
    {},
  ),
  sync: v.optional(
    withDescription(
      sync,
      'Settings for copying accounts from the directory; by default accounts are managed in the portal.',
    ),
  ),
  connectSeconds: v.optional(
    v.pipe(wholeNumber(1), v.description('Seconds to wait for a connection and its TLS handshake.')),
    3,
  ),
  answerSeconds: v.optional(
    v.pipe(wholeNumber(1), v.description('Seconds to wait for an answer of the directory.')),
    5,
  ),
  passwordPage: v.optional(
    v.pipe(
      httpUrl,
      v.description(
        'Page on which people change their directory password; shown to people whose password has expired.',
      ),
    ),
  ),
});

type LdapEntry = v.InferOutput<typeof ldap>;

/** The settings of the directory, with the contents of the configured files. */
export type LdapSettings = Omit<LdapEntry, 'caFile' | 'bindPasswordFile'> & {
  /** PEM certificates of trusted authorities; null to trust the same authorities as Node. */
  readonly authorities: string | null;
  /** Password of the account `bindDn`; empty when there is no `bindDn`. */
  readonly bindPassword: string;
};

function settingProblems({
  bindDn,
  bindPasswordFile,
  baseDn,
  dnTemplate,
  sync: syncSettings,
}: LdapEntry): string[] {
  return [
    ...(baseDn === undefined && dnTemplate === undefined ? ['baseDn: is missing, and so is dnTemplate'] : []),
    ...(syncSettings !== undefined && baseDn === undefined ? ['sync: needs baseDn'] : []),
    ...(bindDn !== undefined && bindPasswordFile === undefined ? ['bindPasswordFile: is missing'] : []),
    ...(bindDn === undefined && bindPasswordFile !== undefined ? ['bindDn: is missing'] : []),
  ];
}

/**
 * Reads the settings of the directory, and the files that they name; null when no directory is configured.
 * @param source name of the configuration, for error messages
 * @param folder folder at which relative paths start
 * @throws ConfigError when a file cannot be read or a setting is missing
 */
export function readLdap(entry: LdapEntry | undefined, source: string, folder: string): LdapSettings | null {
  if (!entry) return null;
  const problems = settingProblems(entry);
  const readSettingFile = (name: 'caFile' | 'bindPasswordFile'): string | null => {
    const file = entry[name];
    if (file === undefined) return null;
    try {
      return readFileSync(resolve(folder, file), 'utf8');
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const { caFile: _ca, bindPasswordFile: _file, ...settings } = entry;
  const authorities = readSettingFile('caFile');
  const bindPassword = (readSettingFile('bindPasswordFile') ?? '').replace(/\r?\n$/, '');
  if (entry.bindPasswordFile !== undefined && bindPassword === '' && problems.length === 0) {
    problems.push('bindPasswordFile: has no password');
  }
  if (problems.length > 0) {
    throw new ConfigError(
      source,
      problems.map((problem) => `ldap.${problem}`),
    );
  }
  return { ...settings, authorities, bindPassword };
}
