import type { Arrow, Box, Figure, Line } from '#scripts/charts/drawing/figure.ts';
import { BLANK, lineOf, shortName } from '#scripts/charts/drawing/lines.ts';
import { isChoice } from '#scripts/charts/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#scripts/charts/model/types.ts';

/** From this many states on, what fails into the same state is a line in each box in place of an arrow. */
const HUB = 4;

/** A choice with this many ways on is a table of them in place of arrows. */
const TABLE = 6;

/** The states into which so many fail that arrows would hide everything else. */
function hubsOf({ transitions }: ChartMachine): ReadonlySet<string> {
  const sources = new Map<string, Set<string>>();
  for (const { kind, source, targets } of transitions) {
    for (const target of kind === 'error' ? targets : []) {
      sources.set(target, (sources.get(target) ?? new Set()).add(source));
    }
  }
  return new Set([...sources].filter(([, from]) => from.size >= HUB).map(([target]) => target));
}

const isAround = (outer: string, inner: string): boolean => inner.startsWith(`${outer}.`);

const anytimeOf = (state: string): string => `${state}/anytime`;
const startOf = (state: string): string => `${state}/start`;

/** The choices that have so many ways on that they are tables. */
function tablesOf(machine: ChartMachine): ReadonlySet<string> {
  const isTable = (state: ChartState) =>
    isChoice(machine, state) &&
    machine.transitions.filter(({ source }) => source === state.id).length >= TABLE;
  return new Set(machine.states.filter(isTable).map(({ id }) => id));
}

/** How the transitions of a machine are shown: as a line in their state's box, on an arrow, or both. */
function sortTransitions(machine: ChartMachine) {
  const hubs = hubsOf(machine);
  const tables = tablesOf(machine);
  const isLine = ({ kind, source, targets: [target] }: ChartTransition) =>
    target === undefined || tables.has(source) || (kind === 'error' && hubs.has(target));
  const inBox = machine.transitions.filter(isLine);
  const onArrow = machine.transitions.filter((transition) => !isLine(transition));
  const reached = new Set(onArrow.flatMap(({ targets }) => targets));
  // What nothing else leads to would float: the table gets an arrow to it.
  const fromTable = inBox.filter(
    ({ source, targets: [target] }) => tables.has(source) && target !== undefined && !reached.has(target),
  );
  return { inBox, onArrow, fromTable };
}

const boxOf = (machine: ChartMachine, state: ChartState, inBox: readonly ChartTransition[]): Box => ({
  id: state.id,
  parent: state.parent === machine.id ? null : state.parent,
  shape: state.type === 'final' ? 'final' : isChoice(machine, state) ? 'choice' : 'state',
  name: state.key,
  path: state.path ?? '',
  tags: state.tags,
  description: state.description ?? '',
  facts: [
    ...state.invokes.map(({ id, kind }) => (kind === 'flow' ? `runs the flow ${id}` : `asks ${id}`)),
    ...(state.entry.length > 0 ? [`on entry: ${state.entry.join(', ')}`] : []),
    ...(state.exit.length > 0 ? [`on exit: ${state.exit.join(', ')}`] : []),
  ],
  lines: inBox
    .filter(({ source }) => source === state.id)
    .map((transition) => {
      const [target] = transition.targets;
      return lineOf(machine, transition, target === undefined ? '' : `→ ${shortName(target)}`);
    }),
  isParallel: state.type === 'parallel',
  isScreen: false,
});

/** What a whole state does at any time: a box inside of it, with its lines and the arrows to its parts. */
function anytimeBoxes(machine: ChartMachine, inBox: readonly ChartTransition[], arrows: readonly Arrow[]) {
  const [root] = machine.states;
  return machine.states.flatMap((state): Box[] => {
    const isRoot = state === root;
    const own = isRoot ? boxOf(machine, state, inBox) : null;
    const isUsed = arrows.some(({ source }) => source === anytimeOf(state.id));
    if (!isUsed && !(own && own.lines.length + own.facts.length > 0)) return [];
    return [
      {
        ...BLANK,
        id: anytimeOf(state.id),
        parent: isRoot ? null : state.id,
        shape: 'anytime',
        name: 'at any time',
        facts: own?.facts ?? [],
        lines: own?.lines ?? [],
      },
    ];
  });
}

function startParts(machine: ChartMachine) {
  const entered = machine.states.flatMap(({ id, parent, initial }) =>
    initial === null ? [] : [{ id, parent, initial }],
  );
  const boxes = entered.map(
    ({ id, parent }): Box => ({
      ...BLANK,
      id: startOf(id),
      parent: parent === null ? null : id,
      shape: 'start',
    }),
  );
  const arrows = entered.map(
    ({ id, initial }): Arrow => ({
      id: `${id}/start->`,
      source: startOf(id),
      target: initial,
      kind: 'start',
      lines: [],
    }),
  );
  return { boxes, arrows };
}

const uniqueBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): readonly Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

/** The chart of a machine: a box per state, an arrow per way from one state to another. */
export function machineFigure(machine: ChartMachine): Figure {
  const { inBox, onArrow, fromTable } = sortTransitions(machine);
  const arrows = new Map<string, { arrow: Omit<Arrow, 'lines'>; lines: Line[] }>();
  for (const transition of onArrow) {
    for (const target of transition.targets) {
      const source = isAround(transition.source, target) ? anytimeOf(transition.source) : transition.source;
      const id = `${source}->${target}:${transition.kind}`;
      const found = arrows.get(id) ?? {
        arrow: { id, source, target, kind: transition.kind },
        lines: [],
      };
      found.lines.push(lineOf(machine, transition));
      arrows.set(id, found);
    }
  }
  const drawn = [
    ...[...arrows.values()].map(({ arrow, lines }): Arrow => ({ ...arrow, lines })),
    ...uniqueBy(
      fromTable.flatMap(({ source, targets, kind }) =>
        targets.map((target): Arrow => ({ id: `${source}->${target}`, source, target, kind, lines: [] })),
      ),
      ({ id }) => id,
    ),
  ];
  const starts = startParts(machine);
  const [, ...states] = machine.states;
  return {
    id: machine.id,
    title: machine.id,
    subtitle: `${states.length} states, ${machine.transitions.length} transitions`,
    boxes: [
      ...starts.boxes,
      ...anytimeBoxes(machine, inBox, drawn),
      ...states.map((state) => boxOf(machine, state, inBox)),
    ],
    arrows: [...starts.arrows, ...drawn],
  };
}
