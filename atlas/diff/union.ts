import type { ChartGraph } from '#atlas/charts/drawing/graph.ts';
import type { Mark, Marking } from '#atlas/charts/drawing/marks.ts';
import type { MachineDiff } from '#atlas/diff/compare.ts';
import type { ChartMachine } from '#atlas/model/types.ts';

/** Prefix of the ids of removed transitions in a union: another transition may have the same id now. */
const REMOVED_PREFIX = 'removed ';

/** The current machine with the states and transitions that were removed. */
export function unionOf(
  before: ChartMachine | undefined,
  after: ChartMachine | undefined,
  { states, transitions }: MachineDiff,
): ChartMachine {
  const base = after ?? before;
  if (!base) throw new Error('There is no machine on either side');
  if (!before || !after) return base;
  const isRemoved = (list: MachineDiff['states'], id: string) =>
    list.some((difference) => difference.change === 'removed' && difference.id === id);
  const present = new Set(after.states.map(({ id }) => id));
  const removedStates = before.states.filter(({ id }) => isRemoved(states, id) && !present.has(id));
  return {
    ...after,
    states: [...after.states, ...removedStates],
    transitions: [
      ...after.transitions,
      ...before.transitions
        .filter(({ id }) => isRemoved(transitions, id))
        .map((transition) => ({ ...transition, id: `${REMOVED_PREFIX}${transition.id}` })),
    ],
  };
}

const MARKS: Readonly<Record<'added' | 'removed' | 'changed', Mark>> = {
  added: { name: 'added', symbol: '+', meaning: { ko: '추가', en: 'added' }, colour: '#1f6b3a' },
  removed: { name: 'removed', symbol: '−', meaning: { ko: '삭제', en: 'removed' }, colour: '#b3261e' },
  changed: { name: 'changed', symbol: '~', meaning: { ko: '변경', en: 'changed' }, colour: '#8a5a00' },
};

/** Marks states and transitions as added, removed or changed. */
export function diffMarking({ states, transitions, indirectlyChanged }: MachineDiff): Marking {
  const marks = new Map(
    [
      ...indirectlyChanged.map((id) => ({ id, change: 'changed' as const })),
      ...states,
      ...transitions.map((each) =>
        each.change === 'removed' ? { ...each, id: `${REMOVED_PREFIX}${each.id}` } : each,
      ),
    ].map(({ id, change }) => [id, MARKS[change]]),
  );
  return { marks: Object.values(MARKS), markOf: (id) => marks.get(id) ?? null };
}

/** Whether a chart shows a change. */
export const showsChange =
  ({ markOf }: Marking) =>
  ({ nodes }: ChartGraph): boolean =>
    nodes.some(({ id, lines }) => markOf(id) !== null || lines.some((line) => markOf(line.id) !== null));
