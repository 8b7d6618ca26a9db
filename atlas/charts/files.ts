import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { flowText, limitsText } from '#atlas/charts/flow-text.ts';
import {
  type LocalizedChart,
  machineCharts,
  mapChart,
  type StoredPositions,
} from '#atlas/charts/localized-charts.ts';
import { mermaidOf } from '#atlas/charts/mermaid.ts';
import { positionsText, readPositions } from '#atlas/charts/positions-file.ts';
import { screenTitlesOf } from '#atlas/charts/screen-titles.ts';
import { readCatalogues } from '#atlas/charts/texts.ts';
import type { Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';

/** Name of the SVG file of a chart in a language. */
const svgFile = (id: string, language: 'ko' | 'en'): string =>
  language === 'en' ? `${id}.svg` : `${id}.ko.svg`;

const linksTo = (id: string): string => `[한국어](${svgFile(id, 'ko')}), [English](${svgFile(id, 'en')})`;

const linesOf = ({ id, states, transitions }: ChartMachine, [, ...details]: readonly string[]): string[] => [
  `- ${id}: ${linksTo(id)} ([words](${id}.md), [Mermaid](${id}.mmd)), ${states.length - 1} states, ${transitions.length} transitions` +
    (details.length > 0 ? '. The chart is an overview; each screen has one of its own:' : ''),
  ...details.map((detail) => `  - ${detail}: ${linksTo(detail)}`),
];

const indexOf = (machines: ReadonlyMap<ChartMachine, readonly string[]>, maps: readonly string[]): string =>
  `${[
    '# The flows',
    '',
    'Exported from the machines by `munjigi-atlas charts`; `munjigi-atlas check` fails when a file here is stale. The `.md`',
    'files describe each flow in Korean and English, with its times and a hash of each rule; the `.mmd` files are',
    'Mermaid text. In a review both show what a change of a machine means. `places.json` has the position of every node: a new',
    'state moves no other, and `munjigi-atlas charts --arrange` computes all of them again.',
    '',
    '- [The times, lengths and counts that are fixed](limits.md)',
    ...maps.map((map) => `- Every screen, its address and what leads on: ${linksTo(map)}`),
    ...[...machines].flatMap(([machine, charts]) => linesOf(machine, charts)),
  ].join('\n')}\n`;

/**
 * The files of the folder of charts: text by file name.
 * @param stored positions of nodes; with none all are computed
 */
export async function chartFiles(
  project: Project,
  stored: StoredPositions = readPositions(project),
): Promise<ReadonlyMap<string, string>> {
  const machines = await readModels(project);
  const texts = readCatalogues(project);
  const words = readWords(project);
  const files = new Map<string, string>();
  const positions: Record<string, LocalizedChart['positions']> = {};
  const add = (id: string, charts: LocalizedChart) => {
    positions[id] = charts.positions;
    files.set(svgFile(id, 'en'), drawSvg(charts.en));
    files.set(svgFile(id, 'ko'), drawSvg(charts.ko));
  };
  const maps: string[] = [];
  const index = new Map<ChartMachine, readonly string[]>();
  for (const machine of machines) {
    const charts = machineCharts(machine, words, stored);
    for (const [id, each] of charts) add(id, each);
    index.set(machine, [...charts.keys()]);
    files.set(`${machine.id}.mmd`, mermaidOf(machine));
    files.set(`${machine.id}.md`, flowText(machine, words));
    if (machine.id !== project.map?.machine) continue;
    add(`${machine.id}-map`, mapChart(machine, words, screenTitlesOf(machine, texts, project), stored));
    maps.push(`${machine.id}-map`);
  }
  files.set('limits.md', limitsText(words.limits, words));
  files.set('places.json', positionsText(positions));
  return files.set('README.md', indexOf(index, maps));
}
