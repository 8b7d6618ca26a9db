import type { SourceFile } from '#tools/source/project-files.ts';

/** A replacement of a range of a file's text. */
export type Edit = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** A small mistake in production code that a test should notice. */
export type Mutant = {
  readonly path: string;
  /** The kind of mistake. */
  readonly operator: string;
  readonly edits: readonly Edit[];
};

/** Finds the mutants of one kind in a file. */
export type Operator = {
  readonly name: string;
  readonly find: (file: SourceFile) => readonly (readonly Edit[])[];
};

/** The text of a file with the mutation applied. */
export function mutatedText({ text }: SourceFile, { edits }: Mutant): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
}

/** Describes file, line and change of a mutant in one line. */
export function lineOf({ text }: SourceFile, { path, operator, edits }: Mutant): string {
  const changes = edits.map((edit) => `${short(text.slice(edit.start, edit.end))} → ${short(edit.text)}`);
  const line = text.slice(0, edits[0]?.start ?? 0).split('\n').length;
  return `${path}:${line} ${operator}: ${changes.join('; ')}`;
}

const MAX_LENGTH = 60;

function short(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat === '') return '(nothing)';
  return flat.length > MAX_LENGTH ? `${flat.slice(0, MAX_LENGTH)}…` : flat;
}
