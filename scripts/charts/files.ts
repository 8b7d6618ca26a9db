import type { Figure } from '#scripts/charts/drawing/figure.ts';
import { place } from '#scripts/charts/drawing/layout.ts';
import { mapFigure } from '#scripts/charts/drawing/map-figure.ts';
import { overlapsOf } from '#scripts/charts/drawing/overlaps.ts';
import { drawSvg } from '#scripts/charts/drawing/svg.ts';
import { figuresOf } from '#scripts/charts/figures.ts';
import { flowText, limitsText } from '#scripts/charts/flow-text.ts';
import { mermaidOf } from '#scripts/charts/mermaid.ts';
import { readModels } from '#scripts/charts/model/find.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';
import { readCatalogues, titlesOf } from '#scripts/charts/texts.ts';
import { readWords } from '#scripts/charts/words/read.ts';

/** The machine whose states are the screens. */
const PORTAL = 'portal';

const linesOf = ({ id, states, transitions }: ChartMachine, [, ...details]: readonly Figure[]): string[] => [
  `- [${id}](${id}.svg) ([words](${id}.md), [Mermaid](${id}.mmd)): ${states.length - 1} states, ${transitions.length} transitions` +
    (details.length > 0 ? '. The chart is an overview; each screen has one of its own:' : ''),
  ...details.map((detail) => `  - [${detail.id}](${detail.id}.svg)`),
];

const indexOf = (machines: ReadonlyMap<ChartMachine, readonly Figure[]>, maps: readonly string[]): string =>
  `${[
    '# The flows',
    '',
    'Exported from the production machines by `npm run charts`; `npm run charts:check` fails when a file here is stale.',
    'The `.md` files say each flow in Korean and English, with the times and a mark for what each rule does; the `.mmd`',
    'files are Mermaid text. In a review both say what a change of a machine means.',
    '',
    '- [The times, lengths and counts that are fixed](limits.md)',
    ...maps.map((map) => `- [Every screen, its address and what leads on](${map})`),
    ...[...machines].flatMap(([machine, figures]) => linesOf(machine, figures)),
  ].join('\n')}\n`;

/** Draws a figure. Throws when a label of it lies on another: such a chart is no chart. */
async function draw(figure: Figure): Promise<string> {
  const placed = await place(figure);
  const overlaps = overlapsOf(placed);
  if (overlaps.length > 0) throw new Error(overlaps.join('\n'));
  return drawSvg(placed);
}

/** What `docs/flows` has to hold for the machines of a project folder: text by file name. */
export async function chartFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const machines = await readModels(root);
  const catalogues = readCatalogues(root);
  const words = readWords(root);
  const files = new Map<string, string>();
  const maps: string[] = [];
  for (const machine of machines.filter(({ id }) => id === PORTAL)) {
    const name = `${machine.id}-map.svg`;
    maps.push(name);
    files.set(name, await draw(mapFigure(machine, (title, flow) => titlesOf(catalogues, title, flow))));
  }
  const figures = new Map(machines.map((machine) => [machine, figuresOf(machine)]));
  for (const [machine, charts] of figures) {
    for (const chart of charts) files.set(`${chart.id}.svg`, await draw(chart));
    files.set(`${machine.id}.mmd`, mermaidOf(machine));
    files.set(`${machine.id}.md`, flowText(machine, words));
  }
  files.set('limits.md', limitsText(words.limits, words));
  return files.set('README.md', indexOf(figures, maps));
}
