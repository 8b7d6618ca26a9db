import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Limit, Words } from '#atlas/words/types.ts';

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

type BothLabels = readonly [ko: Labels, en: Labels];

function stateLines(machine: ChartMachine, state: ChartState, [ko, en]: BothLabels): readonly string[] {
  const own = machine.transitions.filter(({ source }) => source === state.id);
  return [
    '',
    `## ${ko.state(state.id)} · ${en.state(state.id)}`,
    '',
    `\`${state.id}\`${state.path ? `, \`${state.path}\`` : ''}`,
    ...[ko.stateSentence(state.id, null), en.stateSentence(state.id, state.description)].flatMap(
      (sentence) => (sentence === '' ? [] : ['', sentence]),
    ),
    ...(own.length > 0 ? [''] : []),
    ...own.flatMap((transition) => [
      `- ${ko.transition(machine, transition)}<br>`,
      `  ${en.transition(machine, transition)}`,
    ]),
  ];
}

/** A flow as Markdown in Korean and English, for reviews. */
export function flowText(machine: ChartMachine, words: Words): string {
  const bothLabels: BothLabels = [new Labels(words, 'ko'), new Labels(words, 'en')];
  const [ko, en] = bothLabels;
  return `${[
    `# ${ko.machine(machine.id)} · ${en.machine(machine.id)}`,
    ...machine.states.flatMap((state) => stateLines(machine, state, bothLabels)),
  ].join('\n')}\n`;
}

/** Times, lengths and counts as a Markdown table, with the source of each value. */
export function fixedValuesText(limits: readonly Limit[], words: Words): string {
  const [ko, en] = [new Labels(words, 'ko'), new Labels(words, 'en')];
  return `${[
    '# 정해진 값 · Fixed values',
    '',
    '| 이름 | 값 | 정하는 곳 | Name | Value | Set by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...limits.map((limit) =>
      [ko, en]
        .flatMap((labels) => [limit[labels.language], labels.limitInFull(limit), labels.setBy(limit)])
        .map((text) => `| ${cell(text)} `)
        .join('')
        .concat('|'),
    ),
  ].join('\n')}\n`;
}
