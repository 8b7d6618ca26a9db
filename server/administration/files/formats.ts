import type { AppliedChange, RejectedChange } from '#server/administration/accounts.ts';
import { readAuth0 } from './auth0.ts';
import type { FileChange, FileContent, FileProblem } from './content.ts';
import { tableText, utf8 } from './decode.ts';
import { readKeycloak } from './keycloak.ts';
import { readLdif } from './ldif.ts';
import { readCsv, readJson } from './tables.ts';

/** A format of files that are imported. */
export type Format = {
  /** Unit of a place in the file. */
  readonly place: 'line' | 'entry';
  readonly decode: typeof utf8;
  readonly read: (text: string, exactIds: boolean) => FileContent;
};

/** The formats by their names. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['csv', { place: 'line', decode: tableText, read: readCsv }],
  ['json', { place: 'entry', decode: utf8, read: readJson }],
  ['keycloak', { place: 'entry', decode: utf8, read: readKeycloak }],
  ['auth0', { place: 'line', decode: utf8, read: readAuth0 }],
  ['ldif', { place: 'line', decode: utf8, read: readLdif }],
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
