import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import type { Limit } from '#atlas/words/types.ts';

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

function stateLines(machine: ChartMachine, state: ChartState, ko: Labels, en: Labels): readonly string[] {
  const { id, path, description } = state;
  const sentences = [ko.stateSentence(id, null), en.stateSentence(id, description)].filter(Boolean);
  const own = machine.transitions.filter(({ source }) => source === id);
  return [
    '',
    `## ${ko.state(id)} · ${en.state(id)}`,
    '',
    `\`${id}\`${path ? `, \`${path}\`` : ''}`,
    ...sentences.flatMap((sentence) => ['', sentence]),
    ...(own.length > 0 ? [''] : []),
    ...own.flatMap((transition) => [
      `- ${ko.transition(machine, transition)}<br>`,
      `  ${en.transition(machine, transition)}`,
    ]),
  ];
}

/** A flow as Markdown in Korean and English, for reviews. */
export const flowText = (machine: ChartMachine, ko: Labels, en: Labels): string =>
  `${[
    `# ${ko.state(machine.id)} · ${en.state(machine.id)}`,
    ...machine.states.flatMap((state) => stateLines(machine, state, ko, en)),
  ].join('\n')}\n`;

/** The fixed times, lengths and counts as a Markdown table, with the source of each value. */
export function fixedValuesText(limits: readonly Limit[], ko: Labels, en: Labels): string {
  const rowOf = (limit: Limit) =>
    [ko, en]
      .flatMap((labels) => [limit[labels.language], labels.limitInFull(limit), labels.setBy(limit)])
      .map((text) => `| ${cell(text)} `);
  return `${[
    '# 정해진 값 · Fixed values',
    '',
    '| 이름 | 값 | 정하는 곳 | Name | Value | Set by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...limits.map((limit) => `${rowOf(limit).join('')}|`),
  ].join('\n')}\n`;
}
