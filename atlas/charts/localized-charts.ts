import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import { LANGUAGES, type Language, type Words } from '#atlas/words/types.ts';
import type { ChartGraph } from './drawing/graph.ts';
import { graphsOf, mapGraph } from './drawing/graphs.ts';
import { type ChartLayout, layOutGraph, overlappingNodes, positionsFor } from './drawing/layout.ts';
import type { Positions } from './drawing/positions.ts';

/** Titles of the screens on the map, by state id. */
export type ScreenTitles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Positions of the nodes by chart id, as `places.json` has them. */
export type StoredPositions = Readonly<Record<string, Positions>>;

/** A chart in both languages, with the same positions. */
export type LocalizedChart = Readonly<Record<Language, ChartLayout>> & { readonly positions: Positions };

/** Maximum width of a chart, in pixels. */
export const MAX_WIDTH = 1600;

/** Lays out a chart in both languages. @throws when nodes overlap, or the chart is too wide */
export function layOutChart(
  graphs: Readonly<Record<Language, ChartGraph>>,
  stored?: Positions,
): LocalizedChart {
  const positions = positionsFor(Object.values(graphs), stored);
  const charts = { ko: layOutGraph(graphs.ko, positions), en: layOutGraph(graphs.en, positions) };
  const problems = LANGUAGES.flatMap((language) => overlappingNodes(charts[language]));
  if (charts.en.width > MAX_WIDTH) problems.push(`${graphs.en.id} is ${charts.en.width} px wide`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...charts, positions };
}

const bothLanguages = (
  make: (language: Language) => readonly ChartGraph[],
): readonly Readonly<Record<Language, ChartGraph>>[] => {
  const en = make('en');
  return make('ko').flatMap((ko, index) => {
    const other = en[index];
    return other ? [{ ko, en: other }] : [];
  });
};

/** The charts of a machine by id. */
export const machineCharts = (
  machine: ChartMachine,
  words: Words,
  stored: StoredPositions,
): ReadonlyMap<string, LocalizedChart> =>
  new Map(
    bothLanguages((language) => graphsOf(machine, new Labels(words, language))).map((graphs) => [
      graphs.en.id,
      layOutChart(graphs, stored[graphs.en.id]),
    ]),
  );

/** The map of all screens. */
export function mapChart(
  machine: ChartMachine,
  words: Words,
  titles: ScreenTitles,
  stored: StoredPositions,
): LocalizedChart {
  const make = (language: Language) => mapGraph(machine, new Labels(words, language), titles[language]);
  const graphs = { ko: make('ko'), en: make('en') };
  return layOutChart(graphs, stored[graphs.en.id]);
}
