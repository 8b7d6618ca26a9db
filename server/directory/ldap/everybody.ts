import type { Entry } from 'ldapts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { connectToAny } from './connection.ts';
import { bindToLookUp } from './person.ts';

/** Somebody as the directory describes them; null for what no entry of it has a value of. */
export type DirectoryPerson = {
  readonly userId: string;
  readonly name: string | null;
  readonly internalMail: string | null;
  readonly phoneNumber: string | null;
  /** Names; of an attribute of DNs, such as memberOf, the value of the first part of each. */
  readonly groups: readonly string[] | null;
};

/** Entries in one answer; Active Directory gives at most 1,000. */
const PAGE_SIZE = 500;

/** What the first part of a DN says, without its escapes (RFC 4514); any other text as it is. */
export function firstOfDn(text: string): string {
  const value = /^[A-Za-z][\w.-]*=((?:\\.|[^,\\+])*)/.exec(text)?.[1];
  if (value === undefined) return text;
  return value
    .replace(/(?:\\[0-9A-Fa-f]{2})+/g, (coded) => Buffer.from(coded.replaceAll('\\', ''), 'hex').toString())
    .replace(/\\(.)/g, '$1');
}

/** The values of an attribute; its name is compared without case (RFC 4512, section 2.5). */
function valuesOf(entry: Entry, name: string): readonly string[] {
  const held = Object.entries(entry).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [];
  const values: readonly (string | Buffer)[] = Array.isArray(held) ? held : [held];
  return values.map((value) => value.toString().trim()).filter((value) => value !== '');
}

/**
 * Everybody whom the filter of a synchronisation finds; an entry without an ID is left out.
 * @throws DirectoryProblemError when the directory has not shown all of them
 */
export async function everybodyIn(
  settings: LdapSettings,
  sync: NonNullable<LdapSettings['sync']>,
): Promise<readonly DirectoryPerson[]> {
  const { baseDn = '', fields } = settings;
  const groups = sync.groups === undefined ? [] : [sync.groups];
  const connection = await connectToAny(settings);
  try {
    await bindToLookUp(connection, settings);
    const entries = await connection.search('person', baseDn, {
      scope: 'sub',
      filter: sync.filter,
      attributes: [sync.userId, ...Object.values(fields), ...groups],
      pageSize: PAGE_SIZE,
    });
    const isHeld = (name: string): boolean => entries.some((entry) => valuesOf(entry, name).length > 0);
    const held = new Set([...Object.values(fields), ...groups].filter(isHeld));
    const one = (entry: Entry, name: string): string | null =>
      held.has(name) ? (valuesOf(entry, name)[0] ?? '') : null;
    return entries.flatMap((entry) => {
      const [userId] = valuesOf(entry, sync.userId);
      if (userId === undefined) return [];
      const person: DirectoryPerson = {
        userId,
        name: one(entry, fields.name),
        internalMail: one(entry, fields.internalMail),
        phoneNumber: one(entry, fields.phoneNumber),
        groups: groups.some((name) => held.has(name))
          ? groups.flatMap((name) => valuesOf(entry, name).map(firstOfDn))
          : null,
      };
      return [person];
    });
  } finally {
    connection.close();
  }
}
