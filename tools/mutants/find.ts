import type { SourceFile } from '#tools/source/project-files.ts';
import { ANSWER_OPERATORS } from './answers.ts';
import { CHART_OPERATORS } from './charts.ts';
import { CODE_OPERATORS } from './code.ts';
import type { Mutant, Operator } from './mutant.ts';
import { exchangedTexts } from './texts.ts';

/** Folders of production code. */
export const FOLDERS = ['machines', 'src', 'server', 'i18n', 'wire'] as const;

/** Code for development, which gets no mutants. */
const WITHOUT_MUTANTS = /^src\/(inspector|ui\/gallery)\//;

function operatorsFor(path: string): readonly Operator[] {
  if (path.endsWith('.json')) return [exchangedTexts];
  if (path.startsWith('machines/')) return [...CHART_OPERATORS, ...CODE_OPERATORS];
  return [...CODE_OPERATORS, ...ANSWER_OPERATORS];
}

/** Every mutant of these files, in the order of the files. */
export const findMutants = (files: readonly SourceFile[]): readonly Mutant[] =>
  files
    .filter(({ path }) => !WITHOUT_MUTANTS.test(path))
    .flatMap((file) =>
      operatorsFor(file.path).flatMap(({ name, find }) =>
        find(file).map((edits) => ({ path: file.path, operator: name, edits })),
      ),
    );
