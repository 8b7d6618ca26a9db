import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import type { ChartGraph } from './drawing/graph.ts';
import { chartGraphsOf } from './drawing/graphs.ts';
import { type ChartLayout, commonPositions, layOutGraph } from './drawing/layout.ts';

/** A chart in both languages, before its layout. */
type LocalizedGraph = Readonly<Record<Language, ChartGraph>>;

/** A chart in both languages, with the same positions of the nodes. */
export type LocalizedChart = Readonly<Record<Language, ChartLayout>>;

/**
 * Lays out a chart in both languages.
 * @param furtherGraphs other charts that have to use the same positions
 */
export function layOutChart(
  { ko, en }: LocalizedGraph,
  furtherGraphs: readonly ChartGraph[] = [],
): LocalizedChart {
  const positions = commonPositions([...furtherGraphs, ko, en]);
  return { ko: layOutGraph(ko, positions), en: layOutGraph(en, positions) };
}

/** The charts of a machine in both languages before their layout, by id. */
export function localizedGraphs(machine: ChartMachine, words: Words): ReadonlyMap<string, LocalizedGraph> {
  const korean = new Map(chartGraphsOf(machine, new Labels(words, 'ko')).map((ko) => [ko.id, ko]));
  const english = chartGraphsOf(machine, new Labels(words, 'en'));
  return new Map(english.map((en) => [en.id, { ko: korean.get(en.id) ?? en, en }]));
}

/** The charts of a machine in both languages, by id. */
export const machineCharts = (machine: ChartMachine, words: Words): ReadonlyMap<string, LocalizedChart> =>
  new Map([...localizedGraphs(machine, words)].map(([id, graphs]) => [id, layOutChart(graphs)]));
