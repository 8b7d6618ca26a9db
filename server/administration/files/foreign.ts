import { valueProblem } from '#server/administration/value-problems.ts';
import { isReadableHash } from '#server/hashes/kinds.ts';
import {
  contentOf,
  type Entry,
  type FileContent,
  type FileProblem,
  HASH_COLUMN,
  joinedName,
  withoutEmpty,
} from './content.ts';

/** A person in the export of another system. */
export type ForeignPerson = {
  readonly place: number;
  readonly userId: string;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  /** The full name, where it is not composed of its parts. */
  readonly nameKo?: string | undefined;
  readonly nameEn?: string | undefined;
  readonly mail?: string | undefined;
  readonly phone?: string | undefined;
  readonly isDisabled: boolean;
  readonly mustChange?: boolean;
  /** A hash of any kind; null without a password. */
  readonly hash: string | null;
  /** Skipped values, and why. */
  readonly skippedValues?: readonly Omit<FileProblem, 'place'>[];
};

/**
 * The account changes of another system. Existing accounts keep their password; unsupported hashes are skipped.
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
    for (const one of skippedValues) notes.push({ place, ...one });
    const name = person.nameKo || person.nameEn || joinedName(lastName, firstName) || userId;
    const values = withoutEmpty({
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
  const content = contentOf(entries, exactIds, { problems, notes });
  return {
    ...content,
    accountChanges: content.accountChanges.map((change) => ({ ...change, keepsPassword: true })),
  };
}
