import { valueProblem } from '#server/administration/value-problems.ts';
import { isReadableHash } from '#server/hashes/kinds.ts';
import {
  type Entry,
  type FileContent,
  type FileProblem,
  fileContent,
  HASH_COLUMN,
  joinName,
  nonEmptyValues,
} from './content.ts';

/** A person in the export of another system. */
export type ForeignPerson = {
  /** The number of the line or entry. */
  readonly place: number;
  readonly userId: string;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  /** The full name, if it is not composed of the last and the first name. */
  readonly nameKo?: string | undefined;
  readonly nameEn?: string | undefined;
  readonly mail?: string | undefined;
  readonly phone?: string | undefined;
  readonly isDisabled: boolean;
  readonly mustChange?: boolean;
  /** A password hash of any kind, also of an unsupported one; null without a password. */
  readonly hash: string | null;
  /** Values that are not imported, and why. */
  readonly skippedValues?: readonly Omit<FileProblem, 'place'>[];
};

/**
 * The content of an export of another system. Passwords of existing accounts do not change; unsupported hashes are
 * skipped.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function foreignContent(
  people: readonly ForeignPerson[],
  exactIds: boolean,
  problems: readonly FileProblem[] = [],
): FileContent {
  const notes: FileProblem[] = [];
  const entries = people.map((person): Entry => {
    const { place, userId, lastName, firstName, hash, skippedValues = [] } = person;
    const isReadable = hash !== null && isReadableHash(hash);
    if (hash !== null && !isReadable)
      notes.push({ place, field: 'password', ...valueProblem('unknownHash') });
    for (const skippedValue of skippedValues) notes.push({ place, ...skippedValue });
    const name = person.nameKo || person.nameEn || joinName(lastName, firstName) || userId;
    const values = nonEmptyValues({
      userId,
      nameKo: person.nameKo || name,
      nameEn: person.nameEn,
      lastNameKo: lastName,
      firstNameKo: firstName,
      internalMail: person.mail,
      phoneNumber: person.phone,
      status: person.isDisabled ? 'disabled' : undefined,
      [HASH_COLUMN]: isReadable ? hash : undefined,
    });
    return { place, values, mustChange: person.mustChange ?? false };
  });
  const content = fileContent(entries, exactIds, { problems, notes });
  return {
    ...content,
    accountChanges: content.accountChanges.map((change) => ({ ...change, ignoresHashIfExisting: true })),
  };
}
