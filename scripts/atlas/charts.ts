import type { Figure } from '#scripts/charts/drawing/figure.ts';
import { place } from '#scripts/charts/drawing/layout.ts';
import { machineFigure } from '#scripts/charts/drawing/machine-figure.ts';
import { mapFigure } from '#scripts/charts/drawing/map-figure.ts';
import { UNPAINTED } from '#scripts/charts/drawing/paint.ts';
import { styleOf } from '#scripts/charts/drawing/style.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';
import type { Catalogues } from '#scripts/charts/texts.ts';
import { MAP } from './names.ts';

/** A chart without its style, which stands in a file of its own, and without a role: its states are links. */
const bare = (svg: string): string =>
  svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' role="img" aria-labelledby="chart-title"', '')
    .replace(/<title id="chart-title">[^<]*<\/title>/, '');

const draw = async (figure: Figure): Promise<string> => bare(drawSvg(await place(figure)));

/** Every chart of the atlas, by machine. */
export async function drawCharts(
  machines: readonly ChartMachine[],
  { ko, en }: Catalogues,
): Promise<Readonly<Record<string, string>>> {
  const charts: Record<string, string> = {};
  for (const machine of machines) {
    charts[machine.id] = await draw(machineFigure(machine));
    if (machine.id !== 'portal') continue;
    const textsOf = (key: string) => [ko[key], en[key]].filter((text) => text !== undefined);
    charts[MAP] = await draw(mapFigure(machine, textsOf));
  }
  return charts;
}

/** The style of the charts, for those inside `.chart` alone. */
export const chartStyle = (): string => `.chart {\n${styleOf(UNPAINTED)}\n}\n`;
