import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNPAINTED } from '#scripts/charts/drawing/paint.ts';
import { styleOf } from '#scripts/charts/drawing/style.ts';
import { escapeText } from '#scripts/charts/drawing/text.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';
import { MAP } from './names.ts';

/** A chart without its style, which stands in a file of its own, and without a role: its states are links. */
const bare = (svg: string): string =>
  svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' role="img" aria-labelledby="chart-title"', '')
    .replace(/<title id="chart-title">[^<]*<\/title>/, '');

const read = (root: string, name: string): string =>
  readFileSync(join(root, 'docs', 'flows', `${name}.svg`), 'utf8');

/** The charts of a machine by name. Throws when they lack a transition together. */
function chartsOf(root: string, machine: ChartMachine): readonly (readonly [string, string])[] {
  const charts = figuresOf(machine).map(({ id }) => [id, read(root, id)] as const);
  const missing = machine.transitions.find(
    ({ id }) => !charts.some(([, svg]) => svg.includes(escapeText(id))),
  );
  if (missing) throw new Error(`docs/flows/${machine.id}.svg is stale: run "npm run charts"`);
  return charts.map(([name, svg]) => [name, bare(svg)]);
}

/** The exported charts of a project folder: of machines, of the screens of a large one, and the map. */
export const readCharts = (
  root: string,
  machines: readonly ChartMachine[],
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...machines.flatMap((machine) => chartsOf(root, machine)),
    [MAP, bare(read(root, 'portal-map'))],
  ]);

/** The style of the charts, for those inside `.chart` alone. */
export const chartStyle = (): string => `.chart {\n${styleOf(UNPAINTED)}\n}\n`;
