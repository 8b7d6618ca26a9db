import type { LdapSettings } from '#server/config/ldap.ts';
import type { DirectoryConnection } from './connection.ts';
import { escapeDnValue, escapeFilterValue, filled } from './escape.ts';
import { DirectoryProblemError } from './problem.ts';

/** No attribute at all (RFC 4511, section 4.5.1.8). */
const NO_ATTRIBUTES = ['1.1'];

/** Stop at two: the match is not unique. */
const MAX_FOUND = 2;

/**
 * Binds as the account that may look people up; without one nothing is bound.
 * @throws DirectoryProblemError when the directory does not take it
 */
export async function bindToLookUp(connection: DirectoryConnection, settings: LdapSettings): Promise<void> {
  const { bindDn, bindPassword } = settings;
  if (bindDn === undefined) return;
  const proof = await connection.bind(bindDn, bindPassword);
  if (proof !== 'right') throw new DirectoryProblemError('bind', proof, `bindDn was refused: ${proof}`);
}

/**
 * The name of a person's entry; null when there is none.
 * @throws DirectoryProblemError when the filter fits more than one
 */
export async function findPerson(
  connection: DirectoryConnection,
  { baseDn = '', filter }: LdapSettings,
  userId: string,
): Promise<string | null> {
  const found = await connection.search('person', baseDn, {
    scope: 'sub',
    filter: filled(filter, userId, escapeFilterValue),
    attributes: NO_ATTRIBUTES,
    max: MAX_FOUND,
  });
  if (found.length > 1) {
    throw new DirectoryProblemError('person', 'notUnique', 'the filter fits more than one entry');
  }
  return found[0]?.dn ?? null;
}

/** The name that a person binds by, where it needs no looking up. */
export const templateDn = ({ dnTemplate }: LdapSettings, userId: string): string | null =>
  dnTemplate === undefined ? null : filled(dnTemplate, userId, escapeDnValue);
