import type { Entry } from 'ldapts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { connectToAny } from './connection.ts';
import { bindForSearch } from './person.ts';

/** A person in the directory. A field is null when no entry of the directory has the attribute. */
export type DirectoryPerson = {
  readonly userId: string;
  readonly name: string | null;
  readonly internalMail: string | null;
  readonly phoneNumber: string | null;
  /** Names of the groups. If the attribute contains a DN, as memberOf does, the name is the value of its first RDN. */
  readonly groups: readonly string[] | null;
};

/** Number of entries in a page; Active Directory allows at most 1,000. */
const PAGE_SIZE = 500;

/** The unescaped value of the first RDN in a DN (RFC 4514); a text that is not a DN is returned unchanged. */
export function firstDnValue(text: string): string {
  const value = /^[A-Za-z][\w.-]*=((?:\\.|[^,\\+])*)/.exec(text)?.[1];
  if (value === undefined) return text;
  return value
    .replace(/(?:\\[0-9A-Fa-f]{2})+/g, (escapes) =>
      Buffer.from(escapes.replaceAll('\\', ''), 'hex').toString(),
    )
    .replace(/\\(.)/g, '$1');
}

/** The values of an attribute. The case of its name is ignored (RFC 4512, section 2.5). */
function valuesOf(entry: Entry, name: string): readonly string[] {
  const attribute =
    Object.entries(entry).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [];
  const values: readonly (string | Buffer)[] = Array.isArray(attribute) ? attribute : [attribute];
  return values.map((value) => value.toString().trim()).filter((value) => value !== '');
}

/**
 * All people in the directory that match the filter in `sync`. Entries without an ID are skipped.
 * @throws DirectoryProblemError when the directory has not returned all people
 */
export async function peopleInDirectory(
  settings: LdapSettings,
  sync: NonNullable<LdapSettings['sync']>,
): Promise<readonly DirectoryPerson[]> {
  const { baseDn = '', fields } = settings;
  const groupAttributes = sync.groups === undefined ? [] : [sync.groups];
  const connection = await connectToAny(settings);
  try {
    await bindForSearch(connection, settings);
    const entries = await connection.search('person', baseDn, {
      scope: 'sub',
      filter: sync.filter,
      attributes: [sync.userId, ...Object.values(fields), ...groupAttributes],
      pageSize: PAGE_SIZE,
    });
    const hasValues = (name: string): boolean => entries.some((entry) => valuesOf(entry, name).length > 0);
    const usedAttributes = new Set([...Object.values(fields), ...groupAttributes].filter(hasValues));
    const firstValue = (entry: Entry, name: string): string | null =>
      usedAttributes.has(name) ? (valuesOf(entry, name)[0] ?? '') : null;
    return entries.flatMap((entry) => {
      const [userId] = valuesOf(entry, sync.userId);
      if (userId === undefined) return [];
      const person: DirectoryPerson = {
        userId,
        name: firstValue(entry, fields.name),
        internalMail: firstValue(entry, fields.internalMail),
        phoneNumber: firstValue(entry, fields.phoneNumber),
        groups: groupAttributes.some((name) => usedAttributes.has(name))
          ? groupAttributes.flatMap((name) => valuesOf(entry, name).map(firstDnValue))
          : null,
      };
      return [person];
    });
  } finally {
    connection.close();
  }
}
