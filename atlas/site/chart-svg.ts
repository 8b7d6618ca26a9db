import { outlineOf } from '#atlas/charts/drawing/graphs.ts';
import type { ChartLayout } from '#atlas/charts/drawing/layout.ts';
import {
  type LocalizedChart,
  layOutChart,
  localizedGraphs,
  machineCharts,
} from '#atlas/charts/localized-charts.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import type { Language } from '#atlas/words/types.ts';
import { data } from './data.ts';
import { findMachine, machineIdOf } from './model.ts';

const chartsByMachine = new Map<string, ReadonlyMap<string, LocalizedChart>>();

/** The charts of a machine, which are laid out only once. */
function chartsOf(machine: string): ReadonlyMap<string, LocalizedChart> {
  const model = findMachine(machine);
  const charts = chartsByMachine.get(machine) ?? (model ? machineCharts(model, data.words) : new Map());
  chartsByMachine.set(machine, charts);
  return charts;
}

/** The layout of the chart of a machine, or of a screen of a large machine; null when there is no such chart. */
export const layoutOf = (chart: string, language: Language): ChartLayout | null =>
  chartsOf(machineIdOf(chart)).get(chart)?.[language] ?? null;

/** The layout of the outline of a machine. */
export function outlineLayout(machine: ChartMachine, language: Language): ChartLayout | null {
  const [graphs] = localizedGraphs(machine, data.words).values();
  return graphs ? layOutChart({ ko: outlineOf(graphs.ko), en: outlineOf(graphs.en) })[language] : null;
}
