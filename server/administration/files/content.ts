import type { AccountChange } from '#server/administration/accounts.ts';
import { isHangul } from '#server/administration/hangul.ts';
import { type ValueProblem, valueProblem } from '#server/administration/value-problems.ts';
import { foldedId } from '#server/config/folded-id.ts';
import { isReadableHash } from '#server/hashes/kinds.ts';

/** A problem of a file, or a skipped value, and its place. */
export type FileProblem = ValueProblem & {
  /** Line of a file of lines, number of an entry of a JSON file. */
  readonly place: number;
  readonly field: string;
};

/** An account change from a file, with its place. */
export type FileChange = AccountChange & { readonly place: number };

export type FileContent = {
  readonly accountChanges: readonly FileChange[];
  readonly problems: readonly FileProblem[];
  /** Skipped values, which do not prevent the import. */
  readonly notes: readonly FileProblem[];
};

/** Column of the password hash; imported for new accounts, never exported. */
export const HASH_COLUMN = 'passwordHash';

/** Column of the groups of an account, with `|` between them. */
export const GROUPS_COLUMN = 'groups';

const MAX_GROUP_NAME = 200;

const groupNames = (cell: string): readonly string[] =>
  cell
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** An account in a file: values by the names of fields. */
export type Entry = {
  readonly place: number;
  readonly values: Readonly<Record<string, string>>;
  /** The password has to be changed at the first sign-in. */
  readonly mustChange?: boolean;
};

/** A file that cannot be read. */
export const unreadableContent = (...problems: readonly FileProblem[]): FileContent => ({
  accountChanges: [],
  problems,
  notes: [],
});

const byPlace = (one: FileProblem, other: FileProblem): number => one.place - other.place;

/**
 * The account changes of the entries.
 * @param exactIds whether IDs that differ only in case or width are different
 * @param parserResults problems and notes of the parser
 */
export function contentOf(
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
    if (groups?.some((name) => name.length > MAX_GROUP_NAME || /\p{Cc}/u.test(name))) {
      problems.push({
        place,
        field: GROUPS_COLUMN,
        ...valueProblem('groupName', { max: String(MAX_GROUP_NAME) }),
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

/** Values without those that are empty. */
export const withoutEmpty = (
  values: Readonly<Record<string, string | null | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );

/** A full name: Korean names have the family name first and no space. */
export const joinedName = (lastName = '', firstName = ''): string =>
  isHangul(lastName + firstName) ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim();
