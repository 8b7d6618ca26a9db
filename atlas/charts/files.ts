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

/** Name of the file of a layout in a language. */
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
    'files say each flow in Korean and English, with the times and a mark for what each rule does; the `.mmd` files are',
    'Mermaid text. In a review both say what a change of a machine means. `places.json` keeps every node where it is: a new',
    'state moves no old one, and `munjigi-atlas charts --arrange` lays all of them out anew.',
    '',
    '- [The times, lengths and counts that are fixed](limits.md)',
    ...maps.map((map) => `- Every screen, its address and what leads on: ${linksTo(map)}`),
    ...[...machines].flatMap(([machine, charts]) => linesOf(machine, charts)),
  ].join('\n')}\n`;

/**
 * What the folder of the charts has to hold for the machines of a project: text by file name.
 * @param stored the positions of nodes; an empty object lays all of them out anew
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
