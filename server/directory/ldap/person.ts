import type { LdapSettings } from '#server/config/ldap.ts';
import type { DirectoryConnection } from './connection.ts';
import { escapeDnValue, escapeFilterValue, fillTemplate } from './escape.ts';
import { DirectoryProblemError } from './problem.ts';

/** Requests no attributes (RFC 4511, section 4.5.1.8). */
export const NO_ATTRIBUTES = ['1.1'];

/** Maximum number of entries to request: two entries already show that a filter is not unique. */
const MAX_ENTRIES = 2;

/**
 * Binds with `bindDn` for searches. Without `bindDn` it does nothing, and the search is anonymous.
 * @throws DirectoryProblemError when the bind fails
 */
export async function bindForSearch(connection: DirectoryConnection, settings: LdapSettings): Promise<void> {
  const { bindDn, bindPassword } = settings;
  if (bindDn === undefined) return;
  const result = await connection.bind(bindDn, bindPassword);
  if (result !== 'right') throw new DirectoryProblemError('bind', result, `bindDn was refused: ${result}`);
}

/**
 * The DN of the entry of a person; null when no entry matches.
 * @throws DirectoryProblemError when several entries match the filter
 */
export async function findPersonDn(
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

/** The DN of a person from `dnTemplate`; null when no template is configured. */
export const templateDn = ({ dnTemplate }: LdapSettings, userId: string): string | null =>
  dnTemplate === undefined ? null : fillTemplate(dnTemplate, userId, escapeDnValue);
