import type { Arrow, Box, Figure, Line } from '#scripts/charts/drawing/figure.ts';
import { isChoice, transitionText } from '#scripts/charts/drawing/machine-figure.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#scripts/charts/model/types.ts';

/** The texts of a message key in every language that the portal speaks, Korean first. */
export type TextsOf = (key: string) => readonly string[];

/** `wantsOtherMethod` as a person says it. */
const words = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The screen that a state is or belongs to: a state right below the machine. */
const screenOf = (id: string): string => id.split('.').slice(0, 2).join('.');

const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

const unique = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

function boxOf(machine: ChartMachine, screen: ChartState, textsOf: TextsOf): Box {
  const parts = machine.states.filter(({ id }) => screenOf(id) === screen.id);
  const titles = unique(parts.flatMap(({ title }) => title ?? [])).flatMap(textsOf);
  const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
  return {
    id: screen.id,
    parent: null,
    shape: isChoice(machine, screen) ? 'choice' : 'state',
    name: titles.join(' · ') || screen.key,
    path: unique(parts.flatMap(({ path }) => path ?? [])).join('  '),
    tags: [],
    description: screen.description ?? '',
    facts: [...(titles.length > 0 ? [`state: ${screen.key}`] : []), ...flows.map(({ id }) => `flow: ${id}`)],
    lines: [],
    isParallel: false,
  };
}

/** What a way is called: its condition, or that no other was met. */
function outcomeOf(machine: ChartMachine, { kind, name, guard, source }: ChartTransition): string {
  if (guard) return words(guard.name) + (guard.params === null ? '' : ` ${guard.params}`);
  if (kind === 'event') return name;
  const isOneOfMany = machine.transitions.some(
    (other) => other.source === source && other.kind === kind && other.name === name && other.guard !== null,
  );
  return isOneOfMany ? 'otherwise' : 'done';
}

const lineOf = (machine: ChartMachine, transition: ChartTransition): Line => ({
  id: transition.id,
  kind: transition.kind,
  text: outcomeOf(machine, transition),
  note: '',
  detail: `${transition.source}: ${transitionText(transition)}`,
});

/** Failures lead to the error page from everywhere: an arrow for each would hide the ways that people go. */
const isShown = (machine: ChartMachine, { kind, source, targets }: ChartTransition): boolean =>
  kind !== 'error' &&
  source !== machine.id &&
  targets.some((target) => screenOf(target) !== screenOf(source));

function arrowsOf(machine: ChartMachine, entry: string): readonly Arrow[] {
  const ways = machine.transitions
    .filter((transition) => isShown(machine, transition) && transition.source !== entry)
    .flatMap((transition) =>
      unique(transition.targets.map(screenOf)).map((target) => {
        const source = screenOf(transition.source);
        return { id: `${source}->${target}:${transition.kind}`, source, target, transition };
      }),
    );
  return [...Map.groupBy(ways, ({ id }) => id)].flatMap(([id, group]): Arrow[] => {
    const [first] = group;
    if (!first) return [];
    const { source, target, transition } = first;
    const lines = group.map((way) => lineOf(machine, way.transition));
    return [{ id, source, target, kind: transition.kind, lines }];
  });
}

/** What the address decides stands in a table; an arrow leads to those screens that have no other. */
function entryParts(machine: ChartMachine, entry: string, arrows: readonly Arrow[]) {
  const ways = machine.transitions.filter(({ source }) => source === entry);
  const lines = ways.map((way) => ({
    ...lineOf(machine, way),
    note: `→ ${way.targets.map(shortName).join(', ')}`,
  }));
  const reached = new Set(arrows.map(({ target }) => target));
  const targets = unique(ways.flatMap((way) => way.targets.map(screenOf))).filter((id) => !reached.has(id));
  return {
    lines,
    arrows: targets.map(
      (target): Arrow => ({ id: `${entry}->${target}`, source: entry, target, kind: 'always', lines: [] }),
    ),
  };
}

/** One chart of all screens, with their addresses and the outcomes that lead on. */
export function mapFigure(machine: ChartMachine, textsOf: TextsOf): Figure {
  const entry = machine.states[0]?.initial ?? '';
  const start = `${machine.id}/start`;
  const arrows = arrowsOf(machine, entry);
  const table = entryParts(machine, entry, arrows);
  const screens = machine.states.filter(({ parent }) => parent === machine.id);
  return {
    id: `${machine.id}-map`,
    title: `${machine.id}: every screen`,
    subtitle: 'Any unexpected failure leads to the error page; any address may be asked for at any time.',
    boxes: [
      {
        id: start,
        parent: null,
        shape: 'start',
        name: '',
        path: '',
        tags: [],
        description: '',
        facts: [],
        lines: [],
        isParallel: false,
      },
      ...screens.map((screen) => {
        const box = boxOf(machine, screen, textsOf);
        return screen.id === entry ? { ...box, lines: table.lines } : box;
      }),
    ],
    arrows: [
      { id: `${start}->`, source: start, target: entry, kind: 'start', lines: [] },
      ...arrows,
      ...table.arrows,
    ],
  };
}
