import { isChoice, isLarge, partsOf, screenOf, screensOf, screenTransitions } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { alongMainPath, columnsOf } from './columns.ts';
import type { ChartGraph, ChartNode } from './graph.ts';
import { BLANK, NodeBuilder, shortName } from './nodes.ts';

/** What the whole machine does at any time. */
function anytimeNode(machine: ChartMachine, writer: NodeBuilder): readonly ChartNode[] {
  const [root] = machine.states;
  if (!root) return [];
  const node: ChartNode = {
    ...BLANK,
    id: `${machine.id}/anytime`,
    shape: 'entrance',
    column: 0,
    name: writer.words.atAnyTime,
    facts: writer.facts(root),
    lines: machine.transitions.filter(({ source }) => source === root.id).map((each) => writer.line(each)),
  };
  return node.lines.length + node.facts.length > 0 ? [node] : [];
}

/** The layout of a machine: a node for each state. */
function machineGraph(machine: ChartMachine, labels: Labels): ChartGraph {
  const writer = new NodeBuilder(machine, labels);
  const [root, ...states] = machine.states;
  const { words } = writer;
  return {
    id: machine.id,
    language: labels.language,
    title: `${labels.machine(machine.id)} · ${machine.id}`,
    subtitle: `${root ? labels.stateSentence(root.id, root.description) : ''} ${words.states(states.length)}, ${words.ways(machine.transitions.length)}`,
    nodes: [
      ...anytimeNode(machine, writer),
      ...writer.nodes(
        states.filter(({ parent }) => parent === machine.id),
        { initial: root?.initial ?? null },
        null,
      ),
    ],
  };
}

/** The layout of a screen of a large machine: how one gets there, and all that is inside of it. */
function screenGraph(machine: ChartMachine, screen: ChartState, labels: Labels): ChartGraph {
  const writer = new NodeBuilder(machine, labels);
  const { words } = writer;
  const entering = machine.transitions.filter(
    ({ source, targets }) =>
      screenOf(source) !== screen.id && targets.some((target) => screenOf(target) === screen.id),
  );
  const entrance: ChartNode = {
    ...BLANK,
    id: `${screen.id}/entered`,
    shape: 'entrance',
    column: 0,
    name: words.entered,
    lines: entering.map((transition) => {
      const from = transition.source === machine.id ? words.anyScreen : labels.state(transition.source);
      const line = writer.line(transition);
      return { ...line, text: `${from}: ${line.text}`, leadsTo: [] };
    }),
  };
  const parts = partsOf(machine, screen.id);
  const ways = machine.transitions.filter(({ source }) => screenOf(source) === screen.id);
  return {
    id: screen.id,
    language: labels.language,
    title: `${labels.state(screen.id)} · ${screen.id}`,
    subtitle: `${words.part(labels.machine(machine.id))}. ${words.states(parts.length)}, ${words.ways(ways.length)}`,
    nodes: [entrance, ...writer.nodes([screen], { initial: screen.id }, null)],
  };
}

/** The layout of all screens of a large machine: a node for each, whatever is inside of it. */
function overviewGraph(machine: ChartMachine, labels: Labels): ChartGraph {
  const writer = new NodeBuilder(machine, labels);
  const { words } = writer;
  const screens = screensOf(machine);
  const columns = columnsOf(
    machine,
    machine.states[0]?.initial ?? null,
    screens.map(({ id }) => id),
  );
  const ways = screenTransitions(machine);
  return {
    id: machine.id,
    language: labels.language,
    title: `${labels.machine(machine.id)} · ${machine.id}`,
    subtitle: `${words.screens(screens.length)}, ${words.states(machine.states.length - 1)}, ${words.ways(machine.transitions.length)}. ${words.overview}`,
    nodes: [
      ...anytimeNode(machine, writer),
      ...alongMainPath(machine, screens).map((screen): ChartNode => {
        const parts = partsOf(machine, screen.id);
        const node = writer.node(screen, columns.get(screen.id) ?? 0, null);
        const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
        return {
          ...node,
          shape: node.shape === 'group' ? 'state' : node.shape,
          column: columns.get(screen.id) ?? 0,
          code: [shortName(screen.id), ...new Set(parts.flatMap(({ path }) => path ?? []))].join('   '),
          facts: [
            ...new Set(writer.facts({ invokes: flows, entry: [], exit: [] })),
            ...(parts.length > 1 ? [words.inside(parts.length - 1)] : []),
          ],
          lines: ways
            .filter(({ source }) => source === screen.id)
            .map(({ transition, target }) => ({ ...writer.line(transition), leadsTo: [target] })),
          initial: null,
        };
      }),
    ],
  };
}

/** The screens of a large machine that have a layout of their own; the overview shows where a choice leads. */
const detailedScreens = (machine: ChartMachine): readonly ChartState[] =>
  screensOf(machine).filter((screen) => screen.type !== 'final' && !isChoice(machine, screen));

/**
 * The charts of a machine in a language. A large one has an overview, named as the machine, and a layout of each
 * screen, named as its state; together they show every state and every transition.
 */
export const graphsOf = (machine: ChartMachine, labels: Labels): readonly ChartGraph[] =>
  isLarge(machine)
    ? [
        overviewGraph(machine, labels),
        ...detailedScreens(machine).map((screen) => screenGraph(machine, screen, labels)),
      ]
    : [machineGraph(machine, labels)];

/**
 * One layout of all screens as a person meets them: titles, addresses and what leads on; failures are left out.
 * @param titles what the screens are called in the language of the layout, by the ids of their states
 */
export function mapGraph(
  machine: ChartMachine,
  labels: Labels,
  titles: Readonly<Record<string, string>>,
): ChartGraph {
  const overview = overviewGraph(machine, labels);
  const { words } = new NodeBuilder(machine, labels);
  return {
    ...overview,
    id: `${machine.id}-map`,
    title: `${labels.machine(machine.id)}: ${words.everyScreen}`,
    subtitle: words.unexpected,
    nodes: overview.nodes.map((node): ChartNode => {
      return {
        ...node,
        name: titles[node.id] || node.name,
        facts: [],
        lines: node.lines.filter(({ kind }) => kind !== 'error').map((line) => ({ ...line, actions: '' })),
      };
    }),
  };
}
