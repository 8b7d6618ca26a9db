import { MAP } from '#atlas/build/page-names.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { type LocalizedChart, machineCharts, mapChart } from '#atlas/charts/localized-charts.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';
import { machineOf } from './model.ts';

const drawn = new Map<string, ReadonlyMap<string, LocalizedChart>>();

/** The charts of a machine, or the map of all screens, laid out once. */
function chartsOf(machine: string): ReadonlyMap<string, LocalizedChart> {
  const known = drawn.get(machine);
  if (known) return known;
  const mapped = data.map && machineOf(data.map.machine);
  const model = machineOf(machine);
  const charts: ReadonlyMap<string, LocalizedChart> =
    machine === MAP && mapped && data.map
      ? new Map([[MAP, mapChart(mapped, data.words, data.map.titles, data.chartPositions)]])
      : model
        ? machineCharts(model, data.words, data.chartPositions)
        : new Map();
  drawn.set(machine, charts);
  return charts;
}

const machineIn = (chart: string): string => chart.split('.')[0] ?? chart;

/** Whether there is a chart of this name: of a machine, of a screen of a large one, or the map. */
export const hasChart = (chart: string): boolean => chartsOf(machineIn(chart)).has(chart);

/** The chart of this name in a language, as a self-contained file; empty where there is none. */
export function svgOf(chart: string, language: Language): string {
  const charts = chartsOf(machineIn(chart)).get(chart);
  return charts ? drawSvg(charts[language]) : '';
}

/** The same inside the page, which has its style, and whose states are links. */
export const chartIn = (chart: string, language: Language): string =>
  svgOf(chart, language)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' role="img" aria-labelledby="chart-title"', '')
    .replace(/<title id="chart-title">[^<]*<\/title>/, '');
