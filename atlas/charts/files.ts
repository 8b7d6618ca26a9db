import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { flowText, limitsText } from '#atlas/charts/flow-text.ts';
import { mermaidOf } from '#atlas/charts/mermaid.ts';
import { placesText, readPlaces } from '#atlas/charts/places-file.ts';
import { screenTitlesOf } from '#atlas/charts/screen-titles.ts';
import { type AllPlaces, machineSheets, mapSheets, type Sheets } from '#atlas/charts/sheets.ts';
import { readCatalogues } from '#atlas/charts/texts.ts';
import type { Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';

/** Name of the file of a sheet in a language. */
const sheetFile = (id: string, language: 'ko' | 'en'): string =>
  language === 'en' ? `${id}.svg` : `${id}.ko.svg`;

const linksTo = (id: string): string => `[한국어](${sheetFile(id, 'ko')}), [English](${sheetFile(id, 'en')})`;

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
    'Mermaid text. In a review both say what a change of a machine means. `places.json` keeps every card where it is: a new',
    'state moves no old one, and `munjigi-atlas charts --arrange` lays all of them out anew.',
    '',
    '- [The times, lengths and counts that are fixed](limits.md)',
    ...maps.map((map) => `- Every screen, its address and what leads on: ${linksTo(map)}`),
    ...[...machines].flatMap(([machine, sheets]) => linesOf(machine, sheets)),
  ].join('\n')}\n`;

/**
 * What the folder of the charts has to hold for the machines of a project: text by file name.
 * @param stored the places of cards; an empty object lays all of them out anew
 */
export async function chartFiles(
  project: Project,
  stored: AllPlaces = readPlaces(project),
): Promise<ReadonlyMap<string, string>> {
  const machines = await readModels(project);
  const texts = readCatalogues(project);
  const words = readWords(project);
  const files = new Map<string, string>();
  const places: Record<string, Sheets['places']> = {};
  const add = (id: string, sheets: Sheets) => {
    places[id] = sheets.places;
    files.set(sheetFile(id, 'en'), drawSvg(sheets.en));
    files.set(sheetFile(id, 'ko'), drawSvg(sheets.ko));
  };
  const maps: string[] = [];
  const index = new Map<ChartMachine, readonly string[]>();
  for (const machine of machines) {
    const sheets = machineSheets(machine, words, stored);
    for (const [id, each] of sheets) add(id, each);
    index.set(machine, [...sheets.keys()]);
    files.set(`${machine.id}.mmd`, mermaidOf(machine));
    files.set(`${machine.id}.md`, flowText(machine, words));
    if (machine.id !== project.map?.machine) continue;
    add(`${machine.id}-map`, mapSheets(machine, words, screenTitlesOf(machine, texts, project), stored));
    maps.push(`${machine.id}-map`);
  }
  files.set('limits.md', limitsText(words.limits, words));
  files.set('places.json', placesText(places));
  return files.set('README.md', indexOf(index, maps));
}
