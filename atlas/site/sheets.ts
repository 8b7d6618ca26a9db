import { MAP } from '#atlas/build/names.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { machineSheets, mapSheets, type Sheets } from '#atlas/charts/sheets.ts';
import { data } from './data.ts';
import { machineOf } from './model.ts';
import type { Language } from './texts.ts';

const drawn = new Map<string, ReadonlyMap<string, Sheets>>();

/** The sheets of a machine, or the map of all screens, laid out once. */
function sheetsOf(machine: string): ReadonlyMap<string, Sheets> {
  const known = drawn.get(machine);
  if (known) return known;
  const mapped = data.map && machineOf(data.map.machine);
  const model = machineOf(machine);
  const sheets: ReadonlyMap<string, Sheets> =
    machine === MAP && mapped && data.map
      ? new Map([[MAP, mapSheets(mapped, data.words, data.map.titles, data.chartPlaces)]])
      : model
        ? machineSheets(model, data.words, data.chartPlaces)
        : new Map();
  drawn.set(machine, sheets);
  return sheets;
}

const machineIn = (chart: string): string => chart.split('.')[0] ?? chart;

/** Whether there is a chart of this name: of a machine, of a screen of a large one, or the map. */
export const hasChart = (chart: string): boolean => sheetsOf(machineIn(chart)).has(chart);

/** The chart of this name in a language, as a self-contained file; empty where there is none. */
export function svgOf(chart: string, language: Language): string {
  const sheets = sheetsOf(machineIn(chart)).get(chart);
  return sheets ? drawSvg(sheets[language]) : '';
}

/** The same inside the page, which has its style, and whose states are links. */
export const chartIn = (chart: string, language: Language): string =>
  svgOf(chart, language)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' role="img" aria-labelledby="chart-title"', '')
    .replace(/<title id="chart-title">[^<]*<\/title>/, '');
