import { CHANGE_MARKS, type ChangeMark } from '#atlas/charts/drawing/marks.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language } from '#atlas/words/types.ts';
import { type ComparedPart, comparedParts } from './parts.ts';
import type { Revision } from './read.ts';

/** A value before and after a change. */
export type BeforeAndAfter<Value> = { readonly before: Value; readonly after: Value };

/**
 * A change of a part. `before` and `after` are the lines that differ: lines in the words of the atlas, or properties in the code when
 * the words are the same.
 */
export type ReportLine = Pick<ComparedPart, 'id' | 'kind' | 'name' | 'states'> &
  BeforeAndAfter<readonly string[]> & {
    readonly change: ChangeMark;
    /** Ids of the part before and after the change; null when the part did not or does not exist. */
    readonly ids: BeforeAndAfter<string | null>;
  };

/** The changes of a machine, of the fixed values, or of the texts. */
export type ReportSection = {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ReportLine[];
};

/** The changes from one revision to another, described in one language. */
export type Report = { readonly language: Language; readonly sections: readonly ReportSection[] };

/** The lines on each side that the other side does not have. */
const differingLines = (before: readonly string[] = [], after: readonly string[] = []) => ({
  before: before.filter((line) => !after.includes(line)),
  after: after.filter((line) => !before.includes(line)),
});

/** A list with the change of a part; `before` is null for an added part, `after` for a removed part. */
function reportLinesOf(before: ComparedPart | null, after: ComparedPart | null): readonly ReportLine[] {
  const part = after ?? before;
  if (!part) return [];
  const { id, kind, name, states } = part;
  const wording = differingLines(before?.wording, after?.wording);
  const hasOtherWording = wording.before.length + wording.after.length > 0;
  const sides = hasOtherWording ? wording : differingLines(before?.code, after?.code);
  const change = before && after ? 'changed' : after ? 'added' : 'removed';
  const ids = { before: before?.id ?? null, after: after?.id ?? null };
  return [{ id, kind, name, states, change, ids, ...sides }];
}

/** Compares two lists of parts. Parts with the same key and the same code have not changed; the other parts are matched by their keys. */
function compareParts(
  before: readonly ComparedPart[],
  after: readonly ComparedPart[],
): readonly ReportLine[] {
  const identityOf = ({ kind, key, code }: ComparedPart) => JSON.stringify([kind, key, code]);
  const withoutSameParts = (parts: readonly ComparedPart[], otherParts: readonly ComparedPart[]) => {
    const otherIdentities = new Set(otherParts.map(identityOf));
    return parts.filter((part) => !otherIdentities.has(identityOf(part)));
  };
  const unmatched = new Set(withoutSameParts(before, after));
  const changedOrAdded = withoutSameParts(after, before).flatMap((part) => {
    const match = [...unmatched].find(({ kind, key }) => kind === part.kind && key === part.key) ?? null;
    if (match) unmatched.delete(match);
    return reportLinesOf(match, part);
  });
  const lines = [...changedOrAdded, ...[...unmatched].flatMap((part) => reportLinesOf(part, null))];
  return (['state', 'transition', 'rule', 'limit', 'text'] as const).flatMap((kind) =>
    lines.filter((line) => line.kind === kind),
  );
}

/**
 * The changes from one revision to another. The lines before a change use the words of the older revision, the lines after it the
 * words of the newer revision.
 * @param statesShowing returns the states whose screens show a text, by its key
 */
export function reportOf(
  before: Revision,
  after: Revision,
  language: Language,
  statesShowing: (text: string) => readonly string[] = () => [],
): Report {
  const [partsBefore, partsAfter] = [before, after].map((revision) =>
    Map.groupBy(
      comparedParts(revision, new Labels(revision.words, language), statesShowing),
      ({ section }) => section,
    ),
  );
  const labels = new Labels(after.words, language);
  const machines = [...new Set([...before.machines, ...after.machines].map(({ id }) => id))].toSorted();
  const sectionNames = [
    ['limits', labels.text('diff.limits')],
    ...machines.map((id) => [id, labels.state(id)]),
    ['texts', labels.text('diff.texts')],
  ];
  const sections = sectionNames.map(([id = '', name = '']): ReportSection => {
    const sectionBefore = partsBefore?.get(id) ?? [];
    const sectionAfter = partsAfter?.get(id) ?? [];
    const isInBoth = sectionBefore.length > 0 && sectionAfter.length > 0;
    const lines = compareParts(sectionBefore, sectionAfter).filter(
      ({ kind }) => isInBoth || (kind !== 'rule' && kind !== 'limit'),
    );
    return { id, name, lines };
  });
  return { language, sections: sections.filter(({ lines }) => lines.length > 0) };
}

/** A report as text for a terminal. */
export const reportText = (sections: readonly ReportSection[]): string =>
  sections
    .flatMap(({ id, name, lines }) => [
      `\n${name} (${id})`,
      ...lines.flatMap((line) => [
        `  ${CHANGE_MARKS[line.change].symbol} ${line.kind} ${line.name} (${line.id})`,
        ...line.before.map((text) => `      was ${text}`),
        ...line.after.map((text) => `      is  ${text}`),
      ]),
    ])
    .join('\n');
