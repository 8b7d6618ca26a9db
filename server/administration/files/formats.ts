import type { AppliedChange, RejectedChange } from '#server/administration/accounts.ts';
import { readAuth0 } from './auth0.ts';
import type { FileChange, FileContent, FileProblem } from './content.ts';
import { decodeTable, decodeUtf8 } from './decode.ts';
import { readKeycloak } from './keycloak.ts';
import { readLdif } from './ldif.ts';
import { readCsv, readJson } from './tables.ts';

/** A format of files that can be imported. */
export type Format = {
  /** Whether `place` in a problem is the number of a line or of an entry. */
  readonly placeUnit: 'line' | 'entry';
  readonly decode: typeof decodeUtf8;
  readonly read: (text: string, exactIds: boolean) => FileContent;
};

/** The formats by their names in commands. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['csv', { placeUnit: 'line', decode: decodeTable, read: readCsv }],
  ['json', { placeUnit: 'entry', decode: decodeUtf8, read: readJson }],
  ['keycloak', { placeUnit: 'entry', decode: decodeUtf8, read: readKeycloak }],
  ['auth0', { placeUnit: 'line', decode: decodeUtf8, read: readAuth0 }],
  ['ldif', { placeUnit: 'line', decode: decodeUtf8, read: readLdif }],
]);

export const isRejected = (change: AppliedChange | RejectedChange): change is RejectedChange =>
  change.outcome === 'refused';

/** The problems of rejected changes, with the lines or entries of the file that requested the changes. */
export const problemsOf = (
  accountChanges: readonly FileChange[],
  planned: readonly (AppliedChange | RejectedChange)[],
): readonly FileProblem[] =>
  planned.flatMap((plannedChange, index) =>
    isRejected(plannedChange)
      ? plannedChange.problems.map((problem) => ({ place: accountChanges[index]?.place ?? 0, ...problem }))
      : [],
  );

/** How many accounts were added, changed and not changed. */
export const countsOf = (appliedChanges: readonly AppliedChange[]) => {
  const count = (outcome: AppliedChange['outcome']): number =>
    appliedChanges.filter((change) => change.outcome === outcome).length;
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') };
};
