import { isChoice } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';

/** `name(params)` of a guard or an action. */
const ruleText = ({ name, params }: NamedRule): string => (params === null ? name : `${name}(${params})`);

/** The trigger of a transition, in words. */
function triggerText({ kind, name, ms }: Pick<ChartTransition, 'kind' | 'name' | 'ms'>): string {
  if (kind === 'delay') return ms === null ? `after ${name}` : `after ${name}, ${ms / 1000} s`;
  if (kind === 'done') return `${name} answers`;
  if (kind === 'error') return `${name} fails`;
  return name;
}

/** A transition on one line. */
function transitionText(transition: ChartTransition): string {
  const guard = transition.guard ? ` [${ruleText(transition.guard)}]` : '';
  const targets = transition.targets.length > 0 ? ` → ${transition.targets.join(', ')}` : ' (stays)';
  const actions = transition.actions.length > 0 ? ` / ${transition.actions.map(ruleText).join(', ')}` : '';
  return `${triggerText(transition) || 'at once'}${guard}${targets}${actions}`;
}

/** A state's name in Mermaid, which reserves the dot. */
const nameOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_');

/** Removes characters that end a statement or begin an entity in Mermaid. */
const plain = (text: string): string =>
  text
    .replaceAll(';', ',')
    .replaceAll('#', '')
    .replaceAll('"', "'")
    .replaceAll(':', ' ')
    .replaceAll(/\s+/g, ' ');

function notesOf(state: ChartState): readonly string[] {
  return [
    ...(state.description ? [state.description] : []),
    ...(state.path ? [`path ${state.path}`] : []),
    ...(state.title ? [`title ${state.title}`] : []),
    ...(state.tags.length > 0 ? [`tags ${state.tags.join(', ')}`] : []),
    ...state.invokes.map(({ id, kind }) => (kind === 'flow' ? `runs the flow ${id}` : `asks ${id}`)),
    ...(state.entry.length > 0 ? [`on entry ${state.entry.join(', ')}`] : []),
    ...(state.exit.length > 0 ? [`on exit ${state.exit.join(', ')}`] : []),
  ];
}

/** A state with its children, and parallel regions separated. */
function stateLines(machine: ChartMachine, state: ChartState, indent: string): readonly string[] {
  const name = nameOf(state.id);
  const parts = machine.states.filter(({ parent }) => parent === state.id);
  if (state.type === 'final') return [`${indent}state "${state.key} (end)" as ${name}`];
  if (parts.length === 0) {
    const stereotype = isChoice(machine, state) ? ' (decides at once)' : '';
    return [`${indent}state "${plain(state.key)}${stereotype}" as ${name}`];
  }
  const inner = parts.map((part) => stateLines(machine, part, `${indent}  `));
  const separated =
    state.type === 'parallel'
      ? inner.flatMap((lines, index) => (index === 0 ? lines : [`${indent}  --`, ...lines]))
      : inner.flat();
  return [
    `${indent}state "${plain(state.key)}" as ${name} {`,
    ...(state.initial ? [`${indent}  [*] --> ${nameOf(state.initial)}`] : []),
    ...separated,
    `${indent}}`,
  ];
}

/** The chart of a machine as Mermaid text, a line for each transition. */
export function mermaidOf(machine: ChartMachine): string {
  const [root] = machine.states;
  if (!root) return '';
  const states = machine.states.filter(({ parent }) => parent === root.id);
  const arrows = machine.transitions.flatMap((transition) => {
    const label = plain(transitionText({ ...transition, targets: transition.targets.slice(0, 0) }));
    const text = label.replace(' (stays)', '');
    if (transition.source === root.id) {
      const target = transition.targets.length > 0 ? ` --> ${transition.targets.map(nameOf).join(', ')}` : '';
      return [`  %% at any time: ${text}${target}`];
    }
    const targets = transition.targets.length > 0 ? transition.targets : [transition.source];
    const stays = transition.targets.length === 0 ? ' (stays)' : '';
    return targets.map((target) => `  ${nameOf(transition.source)} --> ${nameOf(target)} : ${text}${stays}`);
  });
  const notes = machine.states.flatMap((state) => {
    const lines = notesOf(state);
    if (lines.length === 0) return [];
    if (state === root) return lines.map((line) => `  %% the whole machine ${plain(line)}`);
    return [
      `  note right of ${nameOf(state.id)}`,
      ...lines.map((line) => `    ${plain(line)}`),
      '  end note',
    ];
  });
  return `${[
    'stateDiagram-v2',
    ...(root.initial ? [`  [*] --> ${nameOf(root.initial)}`] : []),
    ...states.flatMap((state) => stateLines(machine, state, '  ')),
    ...states.filter(({ type }) => type === 'final').map(({ id }) => `  ${nameOf(id)} --> [*]`),
    ...arrows,
    ...notes,
  ].join('\n')}\n`;
}
