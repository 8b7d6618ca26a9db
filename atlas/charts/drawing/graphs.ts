import { isChoice, isLarge, partsOf, screenOf, screensOf, screenTransitions } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { inColumns } from './columns.ts';
import type { ChartGraph, ChartNode } from './graph.ts';
import { EMPTY_NODE, NodeBuilder, shortName } from './nodes.ts';

/** Width of a node with all its text, and of one with its name only, in pixels. */
const NODE_WIDTH = 432;
const OUTLINE_WIDTH = 300;

/** A chart with these nodes. @param summary what its subtitle counts, after the sentence of a machine */
const graphOf = (
  labels: Labels,
  id: string,
  summary: readonly string[],
  nodes: readonly ChartNode[],
): ChartGraph => ({
  id,
  language: labels.language,
  nodeWidth: NODE_WIDTH,
  title: `${labels.state(id)} · ${id}`,
  subtitle: summary.filter(Boolean).join(' · '),
  nodes,
});

/** The node of the transitions that the machine has in every state. */
function globalTransitionsNode(
  machine: ChartMachine,
  builder: NodeBuilder,
  labels: Labels,
): readonly ChartNode[] {
  const [root] = machine.states;
  if (!root) return [];
  const node: ChartNode = {
    ...EMPTY_NODE,
    id: `${machine.id}/anytime`,
    shape: 'entrance',
    column: 0,
    name: labels.text('chart.atAnyTime'),
    facts: builder.facts(root),
    lines: machine.transitions.filter(({ source }) => source === root.id).map((each) => builder.line(each)),
  };
  return node.lines.length + node.facts.length > 0 ? [node] : [];
}

/** A machine with a node for each state. */
function machineGraph(machine: ChartMachine, labels: Labels): ChartGraph {
  const builder = new NodeBuilder(machine, labels);
  const [root, ...states] = machine.states;
  const summary = [
    root ? labels.stateSentence(root.id, root.description) : '',
    labels.text('chart.states', { count: states.length }),
    labels.text('chart.transitions', { count: machine.transitions.length }),
  ];
  return graphOf(labels, machine.id, summary, [
    ...globalTransitionsNode(machine, builder, labels),
    ...builder.nodes(screensOf(machine), { initial: root?.initial ?? null }, null),
  ]);
}

/** One screen of a large machine: the transitions into it, and the states inside it. */
function screenGraph(machine: ChartMachine, screen: ChartState, labels: Labels): ChartGraph {
  const builder = new NodeBuilder(machine, labels);
  const isInside = (id: string): boolean => screenOf(id) === screen.id;
  const entering = machine.transitions.filter(
    ({ source, targets }) => !isInside(source) && targets.some(isInside),
  );
  const entrance: ChartNode = {
    ...EMPTY_NODE,
    id: `${screen.id}/entered`,
    shape: 'entrance',
    column: 0,
    name: labels.text('chart.entered'),
    lines: entering.map((transition) => {
      const { source } = transition;
      const from = source === machine.id ? labels.text('chart.anyScreen') : labels.state(source);
      const line = builder.line(transition);
      return { ...line, text: `${from}: ${line.text}`, targetIds: [] };
    }),
  };
  const summary = [
    labels.text('chart.part', { whole: labels.machine(machine.id) }),
    labels.text('chart.states', { count: partsOf(machine, screen.id).length }),
    labels.text('chart.transitions', {
      count: machine.transitions.filter(({ source }) => isInside(source)).length,
    }),
  ];
  const nodes = [entrance, ...builder.nodes([screen], { initial: screen.id }, null)];
  return graphOf(labels, screen.id, summary, nodes);
}

/** A large machine with one node for each screen. */
function overviewGraph(machine: ChartMachine, labels: Labels): ChartGraph {
  const builder = new NodeBuilder(machine, labels);
  const screens = screensOf(machine);
  const transitions = screenTransitions(machine);
  const placed = inColumns(machine, screens, machine.states[0]?.initial ?? null);
  const nodes = placed.map(({ state: screen, column }): ChartNode => {
    const parts = partsOf(machine, screen.id);
    const node = builder.node(screen, column, null);
    const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
    return {
      ...node,
      shape: node.shape === 'group' ? 'state' : node.shape,
      column,
      code: [shortName(screen.id), ...new Set(parts.flatMap(({ path }) => path ?? []))].join('   '),
      facts: [
        ...new Set(builder.facts({ invokes: flows, entry: [], exit: [] })),
        ...(parts.length > 1 ? [labels.text('chart.inside', { count: parts.length - 1 })] : []),
      ],
      lines: transitions
        .filter(({ source }) => source === screen.id)
        .map(({ transition, target }) => ({ ...builder.line(transition), targetIds: [target] })),
      initial: null,
    };
  });
  const summary = [
    labels.text('chart.screens', { count: screens.length }),
    labels.text('chart.states', { count: machine.states.length - 1 }),
    labels.text('chart.transitions', { count: machine.transitions.length }),
    labels.text('chart.overview'),
  ];
  return graphOf(labels, machine.id, summary, [...globalTransitionsNode(machine, builder, labels), ...nodes]);
}

/** The screens of a large machine with a chart of their own; a choice is whole in the overview. */
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

/** A chart with the names of its states and the arrows between them, for paper. */
export const outlineOf = (graph: ChartGraph): ChartGraph => ({
  ...graph,
  nodeWidth: OUTLINE_WIDTH,
  nodes: graph.nodes.map((node) => ({
    ...node,
    code: '',
    sentence: '',
    facts: [],
    lines: node.lines.map((line) => ({ ...line, text: '', target: '', actions: '' })),
  })),
});
