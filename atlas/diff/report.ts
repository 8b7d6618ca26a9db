import { Labels } from '#atlas/words/labels.ts';
import type { Language } from '#atlas/words/types.ts';
import type { Revision } from './read.ts';
import { type Subject, subjectsOf } from './subjects.ts';

type Sides = { readonly before: readonly string[]; readonly after: readonly string[] };

/** A change in words: name, before and after, and the states that it affects. */
export type ReportLine = Pick<Subject, 'id' | 'kind' | 'name' | 'states'> &
  Sides & {
    readonly change: 'added' | 'removed' | 'changed';
    /** The same as the code has it, for programmers. */
    readonly source: Sides;
  };

export type ReportPart = {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ReportLine[];
};

/** The changes from one revision to another in a language. */
export type Report = { readonly language: Language; readonly parts: readonly ReportPart[] };

/** The lines of each side that the other one lacks. */
const differing = (before: readonly string[] = [], after: readonly string[] = []): Sides => ({
  before: before.filter((line) => !after.includes(line)),
  after: after.filter((line) => !before.includes(line)),
});

function lineOf(before: Subject | undefined, after: Subject | undefined): readonly ReportLine[] {
  const subject = after ?? before;
  if (!subject) return [];
  const { id, kind, name, states } = subject;
  const wording = differing(before?.wording, after?.wording);
  const isInWording = (line: string) => wording.before.includes(line) || wording.after.includes(line);
  const source = differing(
    before?.source.filter((line) => !isInWording(line)),
    after?.source.filter((line) => !isInWording(line)),
  );
  const change = before && after ? 'changed' : after ? 'added' : 'removed';
  return [{ id, kind, name, states, change, ...wording, source }];
}

/** Compares two lists; of several subjects with the same key, those with the same source are matched first. */
function compare(before: readonly Subject[], after: readonly Subject[]): readonly ReportLine[] {
  const identityOf = ({ kind, key, source }: Subject) => JSON.stringify([kind, key, source]);
  const [were, are] = [before, after].map((list) => new Set(list.map(identityOf)));
  const old = before.filter((subject) => !are?.has(identityOf(subject)));
  const matched = new Set<Subject>();
  const changed = after
    .filter((subject) => !were?.has(identityOf(subject)))
    .flatMap((subject) => {
      const match = old.find(
        (each) => each.kind === subject.kind && each.key === subject.key && !matched.has(each),
      );
      if (match) matched.add(match);
      return lineOf(match, subject);
    });
  const all = [
    ...changed,
    ...old.filter((each) => !matched.has(each)).flatMap((each) => lineOf(each, undefined)),
  ];
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
  // For a revision without labels the current ones are used; it has no limits to compare.
  const hasWords = Object.keys(before.words.states).length > 0;
  const words = hasWords ? before.words : { ...after.words, limits: before.words.limits };
  const labels = new Labels(after.words, language);
  const old = Map.groupBy(subjectsOf(before, new Labels(words, language), statesShowing), ({ part }) => part);
  const now = Map.groupBy(subjectsOf(after, labels, statesShowing), ({ part }) => part);
  const machines = [...new Set([...before.machines, ...after.machines].map(({ id }) => id))].toSorted();
  const partOf = (id: string, name: string): ReportPart => {
    const [was = [], is = []] = [old.get(id), now.get(id)];
    const isInBoth = was.length > 0 && is.length > 0;
    const lines = compare(was, is).filter(({ kind }) => isInBoth || (kind !== 'rule' && kind !== 'limit'));
    return { id, name, lines };
  };
  const parts = [
    partOf('limits', labels.text('diff.limits')),
    ...machines.map((id) => partOf(id, labels.machine(id))),
    partOf('texts', labels.text('diff.texts')),
  ];
  return { language, parts: parts.filter(({ lines }) => lines.length > 0) };
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** Maximum characters of a line in the terminal; the page shows longer lines in full. */
const MAX_LINE_LENGTH = 240;

const shortenLine = (line: string): string =>
  line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;

/** A report for a terminal. */
export const reportText = ({ parts }: Report): string =>
  parts
    .map(({ id, name, lines }) =>
      [
        `\n${name} (${id})`,
        ...lines.flatMap(({ change, kind, name: what, id: where, before, after, source }) => [
          `  ${SIGNS[change]} ${kind} ${what} (${where})`,
          ...[...before, ...source.before].map((line) => `      was ${shortenLine(line)}`),
          ...[...after, ...source.after].map((line) => `      is  ${shortenLine(line)}`),
        ]),
      ].join('\n'),
    )
    .join('\n');
