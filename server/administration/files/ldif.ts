import { valueProblem } from '#server/administration/value-problems.ts';
import type { FileContent, FileProblem } from './content.ts';
import { type ForeignPerson, foreignContent } from './foreign.ts';

/** A record of an LDIF file (RFC 2849): its first line, and its values by attributes with options, in lower case. */
type LdifRecord = { readonly place: number; readonly values: ReadonlyMap<string, readonly string[]> };

/** A line that is joined with its continuation lines, and the number of its first line. */
type LogicalLine = { readonly place: number; readonly text: string };

/** The lines of a file, joined with their continuation lines (which begin with a space), without comments. */
function logicalLines(text: string): readonly LogicalLine[] {
  const lines: { place: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1);
    if (line.startsWith(' ') && last) last.text += line.slice(1);
    else lines.push({ place: index + 1, text: line });
  }
  return lines.filter((line) => !line.text.startsWith('#'));
}

/** An attribute with options, `:` (`::` for base64, `:<` for a URL), and a value. */
const ATTRIBUTE_LINE = /^([a-z\d.-]+(?:;[\w-]+)*):([:<]?) *(.*)$/i;

/** The records of a file, and the lines that cannot be read. */
function recordsOf(text: string): {
  readonly records: readonly LdifRecord[];
  readonly problems: FileProblem[];
} {
  const records: LdifRecord[] = [];
  const problems: FileProblem[] = [];
  let values: Map<string, string[]> | null = null;
  for (const line of logicalLines(text)) {
    if (line.text.trim() === '') {
      values = null;
      continue;
    }
    const [, attribute = '', kind = '', content = ''] = ATTRIBUTE_LINE.exec(line.text) ?? [];
    const name = attribute.toLowerCase();
    if (name === 'version' && records.length === 0) continue;
    if (name === '' || kind === '<') {
      problems.push({ place: line.place, field: attribute, ...valueProblem('ldifLine') });
      continue;
    }
    if (!values) {
      values = new Map();
      records.push({ place: line.place, values });
    }
    const value = kind === ':' ? Buffer.from(content, 'base64').toString() : content;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { records, problems };
}

/** The flag ACCOUNTDISABLE in `userAccountControl` of Active Directory. */
const ACCOUNT_DISABLED_FLAG = 2;

/** The hash in a value of `userPassword`, without the prefixes {CRYPT} and {ARGON2} of OpenLDAP. */
const hashIn = (value: string): string => value.replace(/^\{(?:CRYPT|ARGON2)\}/i, '');

/** The person of a record; null when the record is not a person. */
function personOf({ place, values }: LdifRecord): ForeignPerson | null {
  const firstValue = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => values.get(name) ?? []).find((value) => value !== '');
  const userId = firstValue('uid', 'samaccountname');
  const isComputer = (values.get('objectclass') ?? []).some((name) => name.toLowerCase() === 'computer');
  if (userId === undefined || isComputer) return null;
  const password = firstValue('userpassword');
  const isDisabled =
    firstValue('nsaccountlock')?.toLowerCase() === 'true' ||
    (Number(firstValue('useraccountcontrol') ?? 0) & ACCOUNT_DISABLED_FLAG) !== 0;
  return {
    place,
    userId,
    nameKo: firstValue('cn;lang-ko', 'displayname;lang-ko', 'displayname', 'cn'),
    nameEn: firstValue('cn;lang-en', 'displayname;lang-en'),
    lastName: firstValue('sn;lang-ko', 'sn'),
    firstName: firstValue('givenname;lang-ko', 'givenname'),
    mail: firstValue('mail'),
    phone: firstValue('mobile', 'telephonenumber'),
    isDisabled,
    hash: password === undefined ? null : hashIn(password),
  };
}

/**
 * Reads the people of a directory from an LDIF file (RFC 2849), which `slapcat` and `ldapsearch` write. People are the
 * entries with `uid` or `sAMAccountName` that are not computers.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function readLdif(text: string, exactIds = false): FileContent {
  const { records, problems } = recordsOf(text);
  for (const { place, values } of records) {
    const change = values.get('changetype')?.[0] ?? 'add';
    if (change !== 'add')
      problems.push({ place, field: 'changetype', ...valueProblem('ldifChange', { found: change }) });
  }
  const people = records.flatMap((record) => personOf(record) ?? []);
  return foreignContent(people, exactIds, problems);
}
