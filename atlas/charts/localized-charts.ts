import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import { LANGUAGES, type Language, type Words } from '#atlas/words/types.ts';
import type { ChartGraph } from './drawing/graph.ts';
import { graphsOf, mapGraph } from './drawing/graphs.ts';
import { type ChartLayout, layOut, overlapsOf, positionsFor } from './drawing/layout.ts';
import type { Positions } from './drawing/positions.ts';

/** What each screen of the map is called, by the id of its state. */
export type ScreenTitles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The positions of the nodes of every layout, by its id. */
export type StoredPositions = Readonly<Record<string, Positions>>;

/** A layout in both languages, its nodes at the same positions. */
export type LocalizedChart = Readonly<Record<Language, ChartLayout>> & { readonly positions: Positions };

/** No layout is wider: it is read at the width of a screen, in pixels. */
export const MAX_WIDTH = 1600;

/** Lays a graph out in both languages. Throws when a node lies on another, or the layout is too wide. */
export function layOutChart(
  graphs: Readonly<Record<Language, ChartGraph>>,
  stored?: Positions,
): LocalizedChart {
  const positions = positionsFor(Object.values(graphs), stored);
  const charts = { ko: layOut(graphs.ko, positions), en: layOut(graphs.en, positions) };
  const problems = LANGUAGES.flatMap((language) => overlapsOf(charts[language]));
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

/** The charts of a machine by id, with nodes at their stored positions. */
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

/** The map of all screens, by their titles. */
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
