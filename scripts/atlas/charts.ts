import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNPAINTED } from '#scripts/charts/drawing/paint.ts';
import { styleOf } from '#scripts/charts/drawing/style.ts';
import { escapeText } from '#scripts/charts/drawing/text.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';
import { MAP } from './names.ts';

/** A chart without its style, which stands in a file of its own, and without a role: its states are links. */
const bare = (svg: string): string =>
  svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' role="img" aria-labelledby="chart-title"', '')
    .replace(/<title id="chart-title">[^<]*<\/title>/, '');

function read(root: string, name: string, machine: ChartMachine): string {
  const svg = readFileSync(join(root, 'docs', 'flows', `${name}.svg`), 'utf8');
  const missing = machine.transitions.filter(({ id }) => !svg.includes(escapeText(id)));
  if (name !== `${machine.id}-map` && missing.length > 0) {
    throw new Error(`docs/flows/${name}.svg is stale: run "npm run charts"`);
  }
  return bare(svg);
}

/** The exported charts of a project folder, by machine. Throws when one lacks a transition. */
export function readCharts(
  root: string,
  machines: readonly ChartMachine[],
): Readonly<Record<string, string>> {
  const charts = machines.map((machine) => [machine.id, read(root, machine.id, machine)] as const);
  const portal = machines.filter(({ id }) => id === 'portal');
  const maps = portal.map((machine) => [MAP, read(root, `${machine.id}-map`, machine)] as const);
  return Object.fromEntries([...charts, ...maps]);
}

/** The style of the charts, for those inside `.chart` alone. */
export const chartStyle = (): string => `.chart {\n${styleOf(UNPAINTED)}\n}\n`;
