import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language, Words } from '#atlas/words/types.ts';
import type { ChartGraph } from './drawing/graph.ts';
import { graphsOf } from './drawing/graphs.ts';
import { type ChartLayout, layOutGraph, positionsFor } from './drawing/layout.ts';

type BothGraphs = Readonly<Record<Language, ChartGraph>>;

/** A chart in both languages, with the same positions. */
export type LocalizedChart = Readonly<Record<Language, ChartLayout>>;

/** Lays out a chart in both languages. @param others charts that have to fit the same positions */
export function layOutChart({ ko, en }: BothGraphs, others: readonly ChartGraph[] = []): LocalizedChart {
  const positions = positionsFor([...others, ko, en]);
  return { ko: layOutGraph(ko, positions), en: layOutGraph(en, positions) };
}

/** The graphs of a machine in both languages, by id. */
export function bothGraphs(machine: ChartMachine, words: Words): ReadonlyMap<string, BothGraphs> {
  const korean = new Map(graphsOf(machine, new Labels(words, 'ko')).map((ko) => [ko.id, ko]));
  const english = graphsOf(machine, new Labels(words, 'en'));
  return new Map(english.map((en) => [en.id, { ko: korean.get(en.id) ?? en, en }]));
}

/** The charts of a machine by id. */
export const machineCharts = (machine: ChartMachine, words: Words): ReadonlyMap<string, LocalizedChart> =>
  new Map([...bothGraphs(machine, words)].map(([id, graphs]) => [id, layOutChart(graphs)]));
