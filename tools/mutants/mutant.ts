import type { SourceFile } from '#tools/source/project-files.ts';

/** A replacement of a range of a file's text. */
export type Edit = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** A small mistake in production code that a test should find. */
export type Mutant = {
  readonly path: string;
  /** The name of the {@link MutationOperator} that makes the mistake. */
  readonly operator: string;
  readonly edits: readonly Edit[];
};

/** A kind of mistake. */
export type MutationOperator = {
  readonly name: string;
  /** Returns the edits of each mutant of this kind in a file. */
  readonly find: (file: SourceFile) => readonly (readonly Edit[])[];
};

/** The text of a file with the mutation applied. */
export function mutatedText({ text }: SourceFile, { edits }: Mutant): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
}

/** Describes a mutant in one line: file, line number, kind and change. */
export function describeMutant({ text }: SourceFile, { path, operator, edits }: Mutant): string {
  const changes = edits.map((edit) => `${shorten(text.slice(edit.start, edit.end))} → ${shorten(edit.text)}`);
  const line = text.slice(0, edits[0]?.start ?? 0).split('\n').length;
  return `${path}:${line} ${operator}: ${changes.join('; ')}`;
}

/** Maximum characters of an old or new text in the description of a mutant. */
const MAX_LENGTH = 60;

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat === '') return '(nothing)';
  return flat.length > MAX_LENGTH ? `${flat.slice(0, MAX_LENGTH)}…` : flat;
}
