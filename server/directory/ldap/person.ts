import type { LdapSettings } from '#server/config/ldap.ts';
import type { DirectoryConnection } from './connection.ts';
import { escapeDnValue, escapeFilterValue, fillTemplate } from './escape.ts';
import { DirectoryProblemError } from './problem.ts';

/** No attribute at all (RFC 4511, section 4.5.1.8). */
const NO_ATTRIBUTES = ['1.1'];

/** Two entries already show that the match is not unique. */
const MAX_ENTRIES = 2;

/**
 * Binds as `bindDn` for searches; does nothing without a `bindDn`.
 * @throws DirectoryProblemError when the bind fails
 */
export async function bindForSearch(connection: DirectoryConnection, settings: LdapSettings): Promise<void> {
  const { bindDn, bindPassword } = settings;
  if (bindDn === undefined) return;
  const result = await connection.bind(bindDn, bindPassword);
  if (result !== 'right') throw new DirectoryProblemError('bind', result, `bindDn was refused: ${result}`);
}

/**
 * The DN of a person's entry; null when there is none.
 * @throws DirectoryProblemError when several entries match the filter
 */
export async function findPerson(
  connection: DirectoryConnection,
  { baseDn = '', filter }: LdapSettings,
  userId: string,
): Promise<string | null> {
  const entries = await connection.search('person', baseDn, {
    scope: 'sub',
    filter: fillTemplate(filter, userId, escapeFilterValue),
    attributes: NO_ATTRIBUTES,
    max: MAX_ENTRIES,
  });
  if (entries.length > 1) {
    throw new DirectoryProblemError('person', 'notUnique', 'the filter matches more than one entry');
  }
  return entries[0]?.dn ?? null;
}

/** The DN of a person by `dnTemplate`; null without a template. */
export const templateDn = ({ dnTemplate }: LdapSettings, userId: string): string | null =>
  dnTemplate === undefined ? null : fillTemplate(dnTemplate, userId, escapeDnValue);
