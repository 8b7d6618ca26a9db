import type { ChangeMark, ChangeMarks } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { layOutChart, localizedGraphs } from '#atlas/charts/localized-charts.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import { transitionsUsing } from './parts.ts';
import type { BeforeAndAfter, ReportLine } from './report.ts';

/** A machine on one side of a comparison, with the words of the same revision; undefined when the revision has no such machine. */
type Side = { readonly machine: ChartMachine | undefined; readonly words: Words };

/** A chart before and after the change, as SVG in both languages; null on a side on which the chart does not exist. */
export type ChangedChart = Readonly<Record<Language, BeforeAndAfter<string | null>>>;

/** The marks for the changed states and transitions on one side, and for the transitions that use a changed rule. */
export function changeMarksOf(
  lines: readonly ReportLine[],
  side: keyof BeforeAndAfter<unknown>,
  machine: ChartMachine | undefined,
): ChangeMarks {
  const marks = new Map<string, ChangeMark>();
  for (const { kind, id } of lines)
    if (kind === 'rule' && machine)
      for (const transition of transitionsUsing(machine, id)) marks.set(transition.id, 'changed');
  for (const { kind, ids, change } of lines) {
    const id = ids[side];
    if (kind !== 'rule' && id !== null) marks.set(id, change);
  }
  return marks;
}

/** The charts of a machine that show a change. A state has the same position in the charts before and after the change. */
export function changedCharts(
  sides: BeforeAndAfter<Side>,
  lines: readonly ReportLine[],
): readonly ChangedChart[] {
  const chartsOf = (side: keyof BeforeAndAfter<unknown>) => {
    const { machine, words } = sides[side];
    return {
      graphs: machine ? localizedGraphs(machine, words) : new Map<string, never>(),
      changeMarks: changeMarksOf(lines, side, machine),
    };
  };
  const after = chartsOf('after');
  const before = chartsOf('before');
  const ids = [...new Set([...after.graphs.keys(), ...before.graphs.keys()])];
  return ids.flatMap((id) => {
    const sidesOfChart = [after, before].map(({ graphs, changeMarks }) => ({
      graph: graphs.get(id),
      changeMarks,
    }));
    const showsChange = sidesOfChart.some(({ graph, changeMarks }) =>
      graph?.en.nodes.some((node) => [node, ...node.lines].some((part) => changeMarks.has(part.id))),
    );
    if (!showsChange) return [];
    const allGraphs = sidesOfChart.flatMap(({ graph }) => (graph ? [graph.ko, graph.en] : []));
    const [drawAfter, drawBefore] = sidesOfChart.map(({ graph, changeMarks }) => {
      const chart = graph && layOutChart(graph, allGraphs);
      return (language: Language) => (chart ? drawSvg(chart[language], changeMarks) : null);
    });
    const drawBoth = (language: Language) => ({
      before: drawBefore?.(language) ?? null,
      after: drawAfter?.(language) ?? null,
    });
    return [{ ko: drawBoth('ko'), en: drawBoth('en') }];
  });
}
