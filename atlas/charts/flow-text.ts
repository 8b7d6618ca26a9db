import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import type { FixedValue } from '#atlas/words/types.ts';

/** Escapes a text for a cell of a Markdown table. */
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/** The lines of Markdown about a state: its names, its description and its transitions. */
function stateLines(machine: ChartMachine, state: ChartState, ko: Labels, en: Labels): readonly string[] {
  const { id, path, description } = state;
  const sentences = [ko.stateSentence(id, null), en.stateSentence(id, description)].filter(Boolean);
  const outgoing = machine.transitions.filter(({ source }) => source === id);
  return [
    '',
    `## ${ko.state(id)} · ${en.state(id)}`,
    '',
    `\`${id}\`${path ? `, \`${path}\`` : ''}`,
    ...sentences.flatMap((sentence) => ['', sentence]),
    ...(outgoing.length > 0 ? [''] : []),
    ...outgoing.flatMap((transition) => [
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

/** The fixed values (times, lengths and counts) as a Markdown table, with the source of each value. */
export function fixedValuesText(fixedValues: readonly FixedValue[], ko: Labels, en: Labels): string {
  const rowOf = (fixedValue: FixedValue) =>
    [ko, en]
      .flatMap((labels) => [
        fixedValue[labels.language],
        labels.fixedValueInFull(fixedValue),
        labels.setBy(fixedValue),
      ])
      .map((text) => `| ${escapeCell(text)} `);
  return `${[
    '# 정해진 값 · Fixed values',
    '',
    '| 이름 | 값 | 정하는 곳 | Name | Value | Set by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...fixedValues.map((fixedValue) => `${rowOf(fixedValue).join('')}|`),
  ].join('\n')}\n`;
}
