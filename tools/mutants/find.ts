import type { SourceFile } from '#tools/source/project-files.ts';
import { CODE_OPERATORS } from './code-operators.ts';
import { MACHINE_OPERATORS } from './machine-operators.ts';
import type { Mutant, MutationOperator } from './mutant.ts';
import { PAGE_OPERATORS } from './page-operators.ts';
import { exchangeTexts } from './text-operators.ts';

/** Folders of production code. */
export const FOLDERS = ['machines', 'src', 'server', 'i18n', 'wire'] as const;

/** Matches files that are only used in development, so they are not mutated. */
const DEVELOPMENT_FILES = /^src\/(inspector|ui\/gallery)\//;

function operatorsFor(path: string): readonly MutationOperator[] {
  if (path.endsWith('.json')) return [exchangeTexts];
  if (path.startsWith('machines/')) return [...MACHINE_OPERATORS, ...CODE_OPERATORS];
  return [...CODE_OPERATORS, ...PAGE_OPERATORS];
}

/** All mutants of the files, in the order of the files. */
export const findMutants = (files: readonly SourceFile[]): readonly Mutant[] =>
  files
    .filter(({ path }) => !DEVELOPMENT_FILES.test(path))
    .flatMap((file) =>
      operatorsFor(file.path).flatMap(({ name, find }) =>
        find(file).map((edits) => ({ path: file.path, operator: name, edits })),
      ),
    );
