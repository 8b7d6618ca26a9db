import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { fixedValuesText, flowText } from '#atlas/charts/flow-text.ts';
import { machineCharts } from '#atlas/charts/localized-charts.ts';
import type { Project } from '#atlas/config.ts';
import { readMachines } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import { readWords } from '#atlas/words/read.ts';

const chartLinks = (id: string): string => `[한국어](${id}.ko.svg), [English](${id}.svg)`;

/**
 * The lines of a machine in the index of charts.
 * @param chartIds the id of the chart of the machine, and the ids of the charts of its screens
 */
function machineLines({ id, states, transitions }: ChartMachine, chartIds: readonly string[]): string[] {
  const screenChartIds = chartIds.slice(1);
  // The first state is the machine itself.
  const stateCount = states.length - 1;
  return [
    `- ${id}: ${chartLinks(id)} ([words](${id}.md)), ${stateCount} states, ${transitions.length} transitions` +
      (screenChartIds.length > 0 ? '. The chart is an overview; each screen has its own chart:' : ''),
    ...screenChartIds.map((chartId) => `  - ${chartId}: ${chartLinks(chartId)}`),
  ];
}

/** The files of the folder of charts: their texts by their names. */
export async function chartFiles(project: Project): Promise<ReadonlyMap<string, string>> {
  const words = readWords(project);
  const ko = new Labels(words, 'ko');
  const en = new Labels(words, 'en');
  const files = new Map<string, string>();
  const index: string[] = [];
  for (const machine of await readMachines(project)) {
    const charts = machineCharts(machine, words);
    for (const [id, chart] of charts)
      files.set(`${id}.svg`, drawSvg(chart.en)).set(`${id}.ko.svg`, drawSvg(chart.ko));
    files.set(`${machine.id}.md`, flowText(machine, ko, en));
    index.push(...machineLines(machine, [...charts.keys()]));
  }
  const readme = [
    '# The flows',
    '',
    'Generated from the machines by `munjigi-atlas charts`; `munjigi-atlas check` fails when a file here is out of date. The `.md`',
    'files describe each flow in Korean and English: in a review they show what a change to a machine means.',
    '',
    '- [Fixed values: times, lengths and counts](limits.md)',
    ...index,
  ];
  return files
    .set('limits.md', fixedValuesText(words.fixedValues, ko, en))
    .set('README.md', `${readme.join('\n')}\n`);
}
