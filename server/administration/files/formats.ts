import type { AppliedChange, RejectedChange } from '#server/administration/accounts.ts';
import { readAuth0 } from './auth0.ts';
import type { FileChange, FileContent, FileProblem } from './content.ts';
import { tableText, utf8Text } from './decode.ts';
import { readKeycloak } from './keycloak.ts';
import { readLdif } from './ldif.ts';
import { readCsv, readJson } from './tables.ts';

/** A format of files that are imported. */
export type Format = {
  /** Unit of a place in the file. */
  readonly placeUnit: 'line' | 'entry';
  readonly decode: typeof utf8Text;
  readonly read: (text: string, exactIds: boolean) => FileContent;
};

/** The formats by their names. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['csv', { placeUnit: 'line', decode: tableText, read: readCsv }],
  ['json', { placeUnit: 'entry', decode: utf8Text, read: readJson }],
  ['keycloak', { placeUnit: 'entry', decode: utf8Text, read: readKeycloak }],
  ['auth0', { placeUnit: 'line', decode: utf8Text, read: readAuth0 }],
  ['ldif', { placeUnit: 'line', decode: utf8Text, read: readLdif }],
]);

export const isRefused = (one: AppliedChange | RejectedChange): one is RejectedChange =>
  one.outcome === 'refused';

/** Problems of the changes by their place in the file. */
export const problemsOf = (
  accountChanges: readonly FileChange[],
  planned: readonly (AppliedChange | RejectedChange)[],
): readonly FileProblem[] =>
  planned.flatMap((one, index) =>
    isRefused(one)
      ? one.problems.map((problem) => ({ place: accountChanges[index]?.place ?? 0, ...problem }))
      : [],
  );

/** Numbers of added, changed and unchanged accounts. */
export const countsOf = (all: readonly AppliedChange[]) => {
  const count = (outcome: AppliedChange['outcome']): number =>
    all.filter((one) => one.outcome === outcome).length;
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') };
};
