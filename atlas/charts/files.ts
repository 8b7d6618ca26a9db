import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { fixedValuesText, flowText } from '#atlas/charts/flow-text.ts';
import { machineCharts } from '#atlas/charts/localized-charts.ts';
import type { Project } from '#atlas/config.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import { readWords } from '#atlas/words/read.ts';

const linksTo = (id: string): string => `[한국어](${id}.ko.svg), [English](${id}.svg)`;

const linesOf = ({ id, states, transitions }: ChartMachine, [, ...details]: readonly string[]): string[] => [
  `- ${id}: ${linksTo(id)} ([words](${id}.md)), ${states.length - 1} states, ${transitions.length} transitions` +
    (details.length > 0 ? '. The chart is an overview; each screen has one of its own:' : ''),
  ...details.map((detail) => `  - ${detail}: ${linksTo(detail)}`),
];

/** The files of the folder of charts: text by file name. */
export async function chartFiles(project: Project): Promise<ReadonlyMap<string, string>> {
  const words = readWords(project);
  const [ko, en] = [new Labels(words, 'ko'), new Labels(words, 'en')];
  const files = new Map<string, string>();
  const index: string[] = [];
  for (const machine of await readModels(project)) {
    const charts = machineCharts(machine, words);
    for (const [id, chart] of charts)
      files.set(`${id}.svg`, drawSvg(chart.en)).set(`${id}.ko.svg`, drawSvg(chart.ko));
    files.set(`${machine.id}.md`, flowText(machine, ko, en));
    index.push(...linesOf(machine, [...charts.keys()]));
  }
  const readme = [
    '# The flows',
    '',
    'Exported from the machines by `munjigi-atlas charts`; `munjigi-atlas check` fails when a file here is out of date. The `.md`',
    'files describe each flow in Korean and English: in a review they show what a change of a machine means.',
    '',
    '- [The times, lengths and counts that are fixed](limits.md)',
    ...index,
  ];
  return files
    .set('limits.md', fixedValuesText(words.limits, ko, en))
    .set('README.md', `${readme.join('\n')}\n`);
}
