import type { AccountChange } from '#server/administration/accounts.ts';
import { hasHangul } from '#server/administration/hangul.ts';
import { type ValueProblem, valueProblem } from '#server/administration/value-problems.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { isReadableHash } from '#server/hashes/kinds.ts';

/** A problem or a skipped value in a file. */
export type FileProblem = ValueProblem & {
  /** The number of the line, or of the entry in a JSON file, from 1. */
  readonly place: number;
  readonly field: string;
};

/** An account change that a file requests, with the number of its line or entry. */
export type FileChange = AccountChange & { readonly place: number };

/** The content of a file with accounts. */
export type FileContent = {
  readonly accountChanges: readonly FileChange[];
  readonly problems: readonly FileProblem[];
  /** Skipped values, which do not prevent the import. */
  readonly notes: readonly FileProblem[];
};

/** The column with password hashes. They are imported for new accounts and never exported. */
export const HASH_COLUMN = 'passwordHash';

/** The column with the names of groups, separated by `|`. */
export const GROUPS_COLUMN = 'groups';

const MAX_GROUP_NAME_LENGTH = 200;

const groupNames = (cell: string): readonly string[] =>
  cell
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** An account in a file. */
export type Entry = {
  /** The number of the line or entry. */
  readonly place: number;
  /** The values by the names of their fields. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether the password has to be changed at the first sign-in. */
  readonly mustChange?: boolean;
};

/** The content of a file that cannot be read. */
export const unreadableContent = (...problems: readonly FileProblem[]): FileContent => ({
  accountChanges: [],
  problems,
  notes: [],
});

const byPlace = (first: FileProblem, second: FileProblem): number => first.place - second.place;

/**
 * The content of a file from its entries: their account changes, and the problems of their values.
 * @param exactIds whether IDs that differ only in case or width are different
 * @param parserResults problems and skipped values that the parser has found
 */
export function fileContent(
  entries: readonly Entry[],
  exactIds: boolean,
  parserResults: Partial<Pick<FileContent, 'problems' | 'notes'>> = {},
): FileContent {
  const problems: FileProblem[] = [...(parserResults.problems ?? [])];
  const firstPlaceOf = new Map<string, number>();
  const accountChanges = entries.map(({ place, values, mustChange }): FileChange => {
    const { userId = '', [HASH_COLUMN]: passwordHash = '', [GROUPS_COLUMN]: cell, ...changes } = values;
    const groups = cell === undefined ? undefined : groupNames(cell);
    const id = userId.trim();
    const key = exactIds ? id : foldedId(id);
    const firstPlace = firstPlaceOf.get(key);
    if (firstPlace === undefined) firstPlaceOf.set(key, place);
    else problems.push({ place, field: 'userId', ...valueProblem('sameAs', { place: String(firstPlace) }) });
    if (id === '') problems.push({ place, field: 'userId', ...valueProblem('missing') });
    if (passwordHash !== '' && !isReadableHash(passwordHash)) {
      problems.push({ place, field: HASH_COLUMN, ...valueProblem('hash') });
    }
    if (groups?.some((name) => name.length > MAX_GROUP_NAME_LENGTH || /\p{Cc}/u.test(name))) {
      problems.push({
        place,
        field: GROUPS_COLUMN,
        ...valueProblem('groupName', { max: String(MAX_GROUP_NAME_LENGTH) }),
      });
    }
    return {
      place,
      userId: id,
      changes,
      ...(passwordHash && { passwordHash }),
      ...(mustChange && { mustChange }),
      ...(groups && { groups }),
    };
  });
  return {
    accountChanges,
    problems: problems.sort(byPlace),
    notes: [...(parserResults.notes ?? [])].sort(byPlace),
  };
}

/** The values that are not empty. */
export const nonEmptyValues = (
  values: Readonly<Record<string, string | null | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );

/** A full name. A Korean name has the family name first and no space. */
export const joinName = (lastName = '', firstName = ''): string =>
  hasHangul(lastName + firstName) ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim();
