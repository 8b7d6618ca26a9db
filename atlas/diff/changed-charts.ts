import type { Mark, Marking } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { bothGraphs, layOutChart } from '#atlas/charts/localized-charts.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import { transitionsUsing } from './parts.ts';
import type { Pair, ReportLine } from './report.ts';

/** A machine on one side of a comparison, with the words of that side. */
type Side = { readonly machine: ChartMachine | undefined; readonly words: Words };

/** A chart as SVG in both languages, before and after; null where it does not exist. */
export type ChangedChart = Readonly<Record<Language, Pair<string | null>>>;

/** Marks the changed states and transitions of a side, and the transitions that use a changed rule. */
export function diffMarking(
  lines: readonly ReportLine[],
  side: keyof Pair<unknown>,
  machine: ChartMachine | undefined,
): Marking {
  const marks = new Map<string, Mark>();
  for (const { kind, id } of lines)
    if (kind === 'rule' && machine)
      for (const transition of transitionsUsing(machine, id)) marks.set(transition.id, 'changed');
  for (const { kind, ids, change } of lines) {
    const id = ids[side];
    if (kind !== 'rule' && id !== null) marks.set(id, change);
  }
  return marks;
}

/** The charts of a machine that show a change. A state has the same position before and after. */
export function changedCharts(sides: Pair<Side>, lines: readonly ReportLine[]): readonly ChangedChart[] {
  const chartsOf = (side: keyof Pair<unknown>) => {
    const { machine, words } = sides[side];
    return {
      graphs: machine ? bothGraphs(machine, words) : new Map<string, never>(),
      marking: diffMarking(lines, side, machine),
    };
  };
  const [after, before] = [chartsOf('after'), chartsOf('before')];
  const ids = [...new Set([...after.graphs.keys(), ...before.graphs.keys()])];
  return ids.flatMap((id) => {
    const sidesOfChart = [after, before].map(({ graphs, marking }) => ({ graphs: graphs.get(id), marking }));
    const showsChange = sidesOfChart.some(({ graphs, marking }) =>
      graphs?.en.nodes.some((node) => [node, ...node.lines].some((part) => marking.has(part.id))),
    );
    if (!showsChange) return [];
    const allGraphs = sidesOfChart.flatMap(({ graphs }) => (graphs ? [graphs.ko, graphs.en] : []));
    const [is, was] = sidesOfChart.map(({ graphs, marking }) => {
      const charts = graphs && layOutChart(graphs, allGraphs);
      return (language: Language) => (charts ? drawSvg(charts[language], marking) : null);
    });
    const pair = (language: Language) => ({ before: was?.(language) ?? null, after: is?.(language) ?? null });
    return [{ ko: pair('ko'), en: pair('en') }];
  });
}
