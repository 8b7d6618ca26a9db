import { MARKS, type Mark } from '#atlas/charts/drawing/marks.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language } from '#atlas/words/types.ts';
import { type ComparedPart, comparedParts } from './parts.ts';
import type { Revision } from './read.ts';

/** A value before and after. */
export type Pair<Value> = { readonly before: Value; readonly after: Value };

/**
 * A change, with the lines in which the sides differ: in the words of the atlas, or the properties in the code when the
 * words are the same.
 */
export type ReportLine = Pick<ComparedPart, 'id' | 'kind' | 'name' | 'states'> &
  Pair<readonly string[]> & {
    readonly change: Mark;
    /** The id of the part on each side; null on a side where it does not exist. */
    readonly ids: Pair<string | null>;
  };

export type ReportSection = {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ReportLine[];
};

/** The changes from one revision to another in a language. */
export type Report = { readonly language: Language; readonly sections: readonly ReportSection[] };

/** The lines of each side that the other one lacks. */
const differing = (before: readonly string[] = [], after: readonly string[] = []) => ({
  before: before.filter((line) => !after.includes(line)),
  after: after.filter((line) => !before.includes(line)),
});

function lineOf(before: ComparedPart | null, after: ComparedPart | null): readonly ReportLine[] {
  const part = after ?? before;
  if (!part) return [];
  const { id, kind, name, states } = part;
  const wording = differing(before?.wording, after?.wording);
  const isInWords = wording.before.length + wording.after.length > 0;
  const sides = isInWords ? wording : differing(before?.code, after?.code);
  const change = before && after ? 'changed' : after ? 'added' : 'removed';
  const ids = { before: before?.id ?? null, after: after?.id ?? null };
  return [{ id, kind, name, states, change, ids, ...sides }];
}

/** Compares two lists; of several parts with the same key, those with the same code are matched first. */
function compare(before: readonly ComparedPart[], after: readonly ComparedPart[]): readonly ReportLine[] {
  const identityOf = ({ kind, key, code }: ComparedPart) => JSON.stringify([kind, key, code]);
  const without = (list: readonly ComparedPart[], other: readonly ComparedPart[]) => {
    const same = new Set(other.map(identityOf));
    return list.filter((part) => !same.has(identityOf(part)));
  };
  const unmatched = new Set(without(before, after));
  const changed = without(after, before).flatMap((part) => {
    const match = [...unmatched].find(({ kind, key }) => kind === part.kind && key === part.key) ?? null;
    if (match) unmatched.delete(match);
    return lineOf(match, part);
  });
  const all = [...changed, ...[...unmatched].flatMap((part) => lineOf(part, null))];
  return (['state', 'transition', 'rule', 'limit', 'text'] as const).flatMap((kind) =>
    all.filter((line) => line.kind === kind),
  );
}

/**
 * The changes from one revision to another, each described by the labels of its own revision.
 * @param statesShowing finds the states whose screens show a text, by its key
 */
export function reportOf(
  before: Revision,
  after: Revision,
  language: Language,
  statesShowing: (text: string) => readonly string[] = () => [],
): Report {
  const [old, now] = [before, after].map((revision) =>
    Map.groupBy(
      comparedParts(revision, new Labels(revision.words, language), statesShowing),
      ({ section }) => section,
    ),
  );
  const labels = new Labels(after.words, language);
  const machines = [...new Set([...before.machines, ...after.machines].map(({ id }) => id))].toSorted();
  const names = [
    ['limits', labels.text('diff.limits')],
    ...machines.map((id) => [id, labels.state(id)]),
    ['texts', labels.text('diff.texts')],
  ];
  const sections = names.map(([id = '', name = '']): ReportSection => {
    const [was = [], is = []] = [old?.get(id), now?.get(id)];
    const isInBoth = was.length > 0 && is.length > 0;
    const lines = compare(was, is).filter(({ kind }) => isInBoth || (kind !== 'rule' && kind !== 'limit'));
    return { id, name, lines };
  });
  return { language, sections: sections.filter(({ lines }) => lines.length > 0) };
}

/** A report for a terminal. */
export const reportText = (sections: readonly ReportSection[]): string =>
  sections
    .flatMap(({ id, name, lines }) => [
      `\n${name} (${id})`,
      ...lines.flatMap((line) => [
        `  ${MARKS[line.change].symbol} ${line.kind} ${line.name} (${line.id})`,
        ...line.before.map((text) => `      was ${text}`),
        ...line.after.map((text) => `      is  ${text}`),
      ]),
    ])
    .join('\n');
