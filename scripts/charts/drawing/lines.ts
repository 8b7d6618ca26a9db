import type { Line } from '#scripts/charts/drawing/figure.ts';
import type { ChartMachine, ChartTransition, NamedRule } from '#scripts/charts/model/types.ts';

/** `name(params)` of a guard or an action. */
const ruleText = ({ name, params }: NamedRule): string => (params === null ? name : `${name}(${params})`);

/** What takes a transition, in words. */
function triggerText({ kind, name, ms }: Pick<ChartTransition, 'kind' | 'name' | 'ms'>): string {
  if (kind === 'delay') return ms === null ? `after ${name}` : `after ${name}, ${ms / 1000} s`;
  if (kind === 'done') return `${name} answers`;
  if (kind === 'error') return `${name} fails`;
  return name;
}

/** A state's id without the machine's. */
export const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** The transitions that are tried before this one, on the same event of the same state. */
const isLast = (machine: ChartMachine, transition: ChartTransition): boolean =>
  transition.guard === null &&
  machine.transitions.some(
    (other) =>
      other !== transition &&
      other.source === transition.source &&
      other.kind === transition.kind &&
      other.name === transition.name,
  );

/** Everything there is to say about a transition, on one line. */
export function transitionText(transition: ChartTransition): string {
  const guard = transition.guard ? ` [${ruleText(transition.guard)}]` : '';
  const targets = transition.targets.length > 0 ? ` → ${transition.targets.join(', ')}` : ' (stays)';
  const actions = transition.actions.length > 0 ? ` / ${transition.actions.map(ruleText).join(', ')}` : '';
  return `${triggerText(transition) || 'at once'}${guard}${targets}${actions}`;
}

/** A transition as a line, with where it leads when no arrow does. */
export function lineOf(machine: ChartMachine, transition: ChartTransition, leadsTo = ''): Line {
  const guard = transition.guard
    ? `if ${ruleText(transition.guard)}`
    : isLast(machine, transition)
      ? 'otherwise'
      : '';
  const trigger = triggerText(transition);
  return {
    id: transition.id,
    kind: transition.kind,
    text: trigger || guard || 'at once',
    note: [trigger ? guard : '', leadsTo].filter(Boolean).join(' '),
    detail: `${transition.source}: ${transitionText(transition)}`,
  };
}

/** What a box without content has in place of it. */
export const BLANK = {
  name: '',
  path: '',
  tags: [],
  description: '',
  facts: [],
  lines: [],
  isParallel: false,
  isScreen: false,
} as const;
