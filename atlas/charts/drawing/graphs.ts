import {
  isChoice,
  isLarge,
  screenOf,
  screensOf,
  screenTransitions,
  statesOfScreen,
} from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { assignColumns } from './columns.ts';
import type { ChartGraph, ChartNode, Column, TransitionLine } from './graph.ts';

/** Width of a node with all its texts, in pixels. */
const NODE_WIDTH = 432;
/** Width of a node of an outline, which has only its name, in pixels. */
const OUTLINE_NODE_WIDTH = 300;

/** The id of a state without the id of the machine. */
const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** Builds the charts of a machine in one language. */
class GraphBuilder {
  readonly #machine: ChartMachine;
  readonly #labels: Labels;

  constructor(machine: ChartMachine, labels: Labels) {
    this.#machine = machine;
    this.#labels = labels;
  }

  #line(transition: ChartTransition): TransitionLine {
    return {
      id: transition.id,
      kind: transition.kind,
      text: this.#labels.triggerAndCondition(this.#machine, transition),
      target: this.#labels.target(transition),
      targetIds: transition.targets,
      actions: this.#labels.actions(this.#machine.id, transition.actions),
    };
  }

  #linesFrom(state: string): readonly TransitionLine[] {
    const transitions = this.#machine.transitions.filter(({ source }) => source === state);
    return transitions.map((transition) => this.#line(transition));
  }

  #node(state: ChartState, column: Column, parent: string | null): ChartNode {
    const { id, type, path, description, initial } = state;
    const isGroup = this.#machine.states.some((other) => other.parent === id);
    const atomicShape = isChoice(this.#machine, state) ? 'choice' : 'state';
    return {
      id,
      parent,
      shape: type === 'final' ? 'final' : isGroup ? 'group' : atomicShape,
      column: isGroup ? 1 : column,
      name: this.#labels.state(id),
      sourceName: [shortName(id), path ?? ''].filter(Boolean).join('   '),
      sentence: this.#labels.stateSentence(id, description),
      facts: this.#labels.facts(this.#machine.id, state),
      lines: this.#linesFrom(id),
      initial,
      isParallel: type === 'parallel',
    };
  }

  /** The nodes of sibling states. Each node is followed by the nodes of its child states. */
  #nodes(states: readonly ChartState[], initial: string | null, parent: string | null): readonly ChartNode[] {
    return assignColumns(this.#machine, states, initial).flatMap(({ state, column }) => {
      const children = this.#machine.states.filter((other) => other.parent === state.id);
      return [this.#node(state, column, parent), ...this.#nodes(children, state.initial, state.id)];
    });
  }

  /** A list with the node for transitions that start outside the chart; empty when there are no facts and no transitions. */
  #entrance(
    id: string,
    name: string,
    facts: readonly string[],
    lines: readonly TransitionLine[],
  ): readonly ChartNode[] {
    if (facts.length + lines.length === 0) return [];
    const node = {
      parent: null,
      column: 0,
      sourceName: '',
      sentence: '',
      initial: null,
      isParallel: false,
    } as const;
    return [{ ...node, id, shape: 'entrance', name, facts, lines }];
  }

  /** A list with the node for the transitions that are possible in every state; empty when there are no such transitions. */
  #globalNodes(): readonly ChartNode[] {
    const [root] = this.#machine.states;
    if (!root) return [];
    const facts = this.#labels.facts(root.id, { ...root, type: 'compound' });
    const name = this.#labels.text('chart.atAnyTime');
    return this.#entrance(`${root.id}/anytime`, name, facts, this.#linesFrom(root.id));
  }

  /** A chart whose subtitle begins with `subtitleStart` and contains the numbers of states and transitions. */
  #graph(
    id: string,
    subtitleStart: string,
    stateCount: number,
    transitions: readonly ChartTransition[],
    nodes: readonly ChartNode[],
  ): ChartGraph {
    const labels = this.#labels;
    const counts = [
      labels.text('chart.states', { count: stateCount }),
      labels.text('chart.transitions', { count: transitions.length }),
    ];
    return {
      id,
      language: labels.language,
      nodeWidth: NODE_WIDTH,
      title: `${labels.state(id)} · ${id}`,
      subtitle: [subtitleStart, ...counts].filter(Boolean).join(' · '),
      nodes,
    };
  }

  /** The chart of a machine with a node for each state. */
  completeChart(): ChartGraph {
    const { id, states, transitions } = this.#machine;
    const root = states[0];
    const nodes = this.#nodes(screensOf(this.#machine), root?.initial ?? null, null);
    const sentence = this.#labels.stateSentence(id, root?.description ?? null);
    const parallelText = root?.type === 'parallel' ? this.#labels.text('chart.parallel') : '';
    const subtitleStart = [sentence, parallelText].filter(Boolean).join(' · ');
    return this.#graph(id, subtitleStart, states.length - 1, transitions, [...this.#globalNodes(), ...nodes]);
  }

  /** The chart of one screen of a large machine: the transitions into the screen, and the states of the screen. */
  screenChart(screen: ChartState): ChartGraph {
    const machine = this.#machine;
    const labels = this.#labels;
    const isInside = (id: string): boolean => screenOf(id) === screen.id;
    const entering = machine.transitions.filter(
      ({ source, targets }) => !isInside(source) && targets.some(isInside),
    );
    const lines = entering.map((transition) => {
      const { source } = transition;
      const sourceName = source === machine.id ? labels.text('chart.anyScreen') : labels.state(source);
      const line = this.#line(transition);
      return { ...line, text: `${sourceName}: ${line.text}`, targetIds: [] };
    });
    return this.#graph(
      screen.id,
      labels.text('chart.part', { whole: labels.state(machine.id) }),
      statesOfScreen(machine, screen.id).length,
      machine.transitions.filter(({ source }) => isInside(source)),
      [
        ...this.#entrance(`${screen.id}/entered`, labels.text('chart.entered'), [], lines),
        ...this.#nodes([screen], screen.id, null),
      ],
    );
  }

  /** The chart of a large machine with a node for each screen. */
  overviewChart(): ChartGraph {
    const machine = this.#machine;
    const labels = this.#labels;
    const screens = screensOf(machine);
    const transitions = screenTransitions(machine);
    const screensInColumns = assignColumns(machine, screens, machine.states[0]?.initial ?? null);
    const nodes = screensInColumns.map(({ state: screen, column }): ChartNode => {
      const states = statesOfScreen(machine, screen.id);
      const node = this.#node(screen, column, null);
      const flows = states.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
      const screenWithFlows = { ...screen, type: 'atomic', invokes: flows, entry: [], exit: [] } as const;
      return {
        ...node,
        shape: node.shape === 'group' ? 'state' : node.shape,
        column,
        sourceName: [shortName(screen.id), ...new Set(states.flatMap(({ path }) => path ?? []))].join('   '),
        facts: [
          ...new Set(labels.facts(machine.id, screenWithFlows)),
          ...(states.length > 1 ? [labels.text('chart.inside', { count: states.length - 1 })] : []),
        ],
        lines: transitions
          .filter(({ source }) => source === screen.id)
          .map(({ transition, target }) => ({ ...this.#line(transition), targetIds: [target] })),
        initial: null,
      };
    });
    const graph = this.#graph(
      machine.id,
      labels.text('chart.screens', { count: screens.length }),
      machine.states.length - 1,
      machine.transitions,
      [...this.#globalNodes(), ...nodes],
    );
    return { ...graph, subtitle: `${graph.subtitle} · ${labels.text('chart.overview')}` };
  }
}

/**
 * The charts of a machine in one language. A large machine has several charts: an overview, whose id is the id of the machine, and a
 * chart for each screen that the overview does not show completely, whose id is the id of the screen's state. Together the charts
 * show every state and every transition.
 */
export function chartGraphsOf(machine: ChartMachine, labels: Labels): readonly ChartGraph[] {
  const builder = new GraphBuilder(machine, labels);
  if (!isLarge(machine)) return [builder.completeChart()];
  const screens = screensOf(machine).filter(
    (screen) => screen.type !== 'final' && !isChoice(machine, screen),
  );
  return [builder.overviewChart(), ...screens.map((screen) => builder.screenChart(screen))];
}

/** The outline of a chart, for paper: only the names of the states and the arrows between them. */
export const outlineOf = (graph: ChartGraph): ChartGraph => ({
  ...graph,
  nodeWidth: OUTLINE_NODE_WIDTH,
  nodes: graph.nodes.map((node) => ({
    ...node,
    sourceName: '',
    sentence: '',
    facts: [],
    lines: node.lines.map((line) => ({ ...line, text: '', target: '', actions: '' })),
  })),
});
