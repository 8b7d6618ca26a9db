import type { ChartGraph } from '#atlas/charts/drawing/graph.ts';
import type { Mark, Marking } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { bothGraphs, layOutChart } from '#atlas/charts/localized-charts.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { LANGUAGES, type Language, type Words } from '#atlas/words/types.ts';
import type { DiffContent, Pair } from './page.ts';
import type { ReportLine } from './report.ts';
import { transitionsUsing } from './subjects.ts';

type Side = { readonly machine: ChartMachine | undefined; readonly words: Words };

/** Prefix of the ids of removed transitions in a union: another transition may have the same id now. */
const REMOVED_PREFIX = 'removed ';

/** The current machine with the states and transitions that were removed. */
export function unionOf(
  before: ChartMachine | undefined,
  after: ChartMachine | undefined,
  lines: readonly ReportLine[],
): ChartMachine {
  const base = after ?? before;
  if (!base) throw new Error('There is no machine on either side');
  if (!before || !after) return base;
  const removed = (kind: ReportLine['kind']) => {
    const ids = lines.filter((line) => line.kind === kind && line.change === 'removed').map(({ id }) => id);
    return ({ id }: { readonly id: string }) => ids.includes(id);
  };
  return {
    ...after,
    states: [...after.states, ...before.states.filter(removed('state'))],
    transitions: [
      ...after.transitions,
      ...before.transitions
        .filter(removed('transition'))
        .map((transition) => ({ ...transition, id: `${REMOVED_PREFIX}${transition.id}` })),
    ],
  };
}

/** Marks states and transitions as added, removed or changed; changed are also those that use a changed rule. */
export function diffMarking(lines: readonly ReportLine[], machine: ChartMachine | undefined): Marking {
  const users = lines
    .filter(({ kind }) => kind === 'rule')
    .flatMap(({ id }) => (machine ? transitionsUsing(machine, id) : []))
    .map(({ id }): [string, Mark] => [id, 'changed']);
  const own = lines
    .filter(({ kind }) => kind !== 'rule')
    .map(({ kind, id, change }): [string, Mark] => [
      kind === 'transition' && change === 'removed' ? `${REMOVED_PREFIX}${id}` : id,
      change,
    ]);
  const marks = new Map([...users, ...own]);
  return { marks: ['added', 'removed', 'changed'], markOf: (id) => marks.get(id) ?? null };
}

/** The charts of a machine that show a change, before and after: with the same positions on both. */
export function changedCharts(
  before: Side,
  after: Side,
  lines: readonly ReportLine[],
): DiffContent['charts'][string] {
  const marking = diffMarking(lines, after.machine);
  const markBefore = (id: string): Mark | null => {
    const mark = marking.markOf(`${REMOVED_PREFIX}${id}`) ?? marking.markOf(id);
    return mark === 'added' ? null : mark;
  };
  const showsChange = ({ nodes }: ChartGraph): boolean =>
    nodes.some((node) => [node, ...node.lines].some(({ id }) => marking.markOf(id) !== null));
  const union = bothGraphs(unionOf(before.machine, after.machine, lines), after.words);
  const [was, is] = [before, after].map(({ machine, words }) =>
    machine ? bothGraphs(machine, words) : new Map(),
  );
  return [...union]
    .filter(([, { en }]) => showsChange(en))
    .map(([id, whole]) => {
      const sides = [was?.get(id), is?.get(id)];
      const every = [whole, ...sides].flatMap((graphs) => (graphs ? [graphs.ko, graphs.en] : []));
      const [first, second] = sides.map((graphs) => (graphs ? layOutChart(graphs, every) : null));
      const pairIn = (language: Language): Pair<string> => ({
        before: first ? drawSvg(first[language], { ...marking, markOf: markBefore }) : null,
        after: second ? drawSvg(second[language], marking) : null,
      });
      return Object.fromEntries(LANGUAGES.map((language) => [language, pairIn(language)])) as Readonly<
        Record<Language, Pair<string>>
      >;
    });
}
