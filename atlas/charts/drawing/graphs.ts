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
import { inColumns } from './columns.ts';
import type { ChartGraph, ChartNode, Column, TransitionLine } from './graph.ts';

/** Widths of a node with all its text, and of a node with only its name, in pixels. */
const NODE_WIDTH = 432;
const OUTLINE_WIDTH = 300;

/** A state's id without the machine's. */
const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** Builds the charts of a machine in a language. */
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
      text: this.#labels.when(this.#machine, transition),
      target: this.#labels.target(transition),
      targetIds: transition.targets,
      actions: this.#labels.actions(this.#machine.id, transition.actions),
    };
  }

  #linesFrom(state: string): readonly TransitionLine[] {
    const own = this.#machine.transitions.filter(({ source }) => source === state);
    return own.map((transition) => this.#line(transition));
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

  /** The nodes of sibling states, each followed by its own children. */
  #nodes(states: readonly ChartState[], initial: string | null, parent: string | null): readonly ChartNode[] {
    return inColumns(this.#machine, states, initial).flatMap(({ state, column }) => {
      const children = this.#machine.states.filter((other) => other.parent === state.id);
      return [this.#node(state, column, parent), ...this.#nodes(children, state.initial, state.id)];
    });
  }

  /** A node for transitions that start outside the chart; no node when there are none. */
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

  /** The transitions that the machine has in every state. */
  #globalTransitions(): readonly ChartNode[] {
    const [root] = this.#machine.states;
    if (!root) return [];
    const facts = this.#labels.facts(root.id, { ...root, type: 'compound' });
    const name = this.#labels.text('chart.atAnyTime');
    return this.#entrance(`${root.id}/anytime`, name, facts, this.#linesFrom(root.id));
  }

  /** A chart whose subtitle begins with `subtitleStart` and counts states and transitions. */
  #graph(
    id: string,
    subtitleStart: string,
    states: number,
    transitions: readonly ChartTransition[],
    nodes: readonly ChartNode[],
  ): ChartGraph {
    const labels = this.#labels;
    const counts = [
      labels.text('chart.states', { count: states }),
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

  /** The machine with a node for each state. */
  wholeChart(): ChartGraph {
    const { id, states, transitions } = this.#machine;
    const root = states[0];
    const nodes = this.#nodes(screensOf(this.#machine), root?.initial ?? null, null);
    const sentence = this.#labels.stateSentence(id, root?.description ?? null);
    const parallel = root?.type === 'parallel' ? this.#labels.text('chart.parallel') : '';
    const subtitleStart = [sentence, parallel].filter(Boolean).join(' · ');
    return this.#graph(id, subtitleStart, states.length - 1, transitions, [
      ...this.#globalTransitions(),
      ...nodes,
    ]);
  }

  /** One screen of a large machine: the transitions into it, and the states inside it. */
  screenChart(screen: ChartState): ChartGraph {
    const machine = this.#machine;
    const labels = this.#labels;
    const isInside = (id: string): boolean => screenOf(id) === screen.id;
    const entering = machine.transitions.filter(
      ({ source, targets }) => !isInside(source) && targets.some(isInside),
    );
    const lines = entering.map((transition) => {
      const { source } = transition;
      const from = source === machine.id ? labels.text('chart.anyScreen') : labels.state(source);
      const line = this.#line(transition);
      return { ...line, text: `${from}: ${line.text}`, targetIds: [] };
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

  /** A large machine with one node for each screen. */
  overviewChart(): ChartGraph {
    const machine = this.#machine;
    const labels = this.#labels;
    const screens = screensOf(machine);
    const transitions = screenTransitions(machine);
    const placed = inColumns(machine, screens, machine.states[0]?.initial ?? null);
    const nodes = placed.map(({ state: screen, column }): ChartNode => {
      const parts = statesOfScreen(machine, screen.id);
      const node = this.#node(screen, column, null);
      const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
      const screenWithFlows = { ...screen, type: 'atomic', invokes: flows, entry: [], exit: [] } as const;
      return {
        ...node,
        shape: node.shape === 'group' ? 'state' : node.shape,
        column,
        sourceName: [shortName(screen.id), ...new Set(parts.flatMap(({ path }) => path ?? []))].join('   '),
        facts: [
          ...new Set(labels.facts(machine.id, screenWithFlows)),
          ...(parts.length > 1 ? [labels.text('chart.inside', { count: parts.length - 1 })] : []),
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
      [...this.#globalTransitions(), ...nodes],
    );
    return { ...graph, subtitle: `${graph.subtitle} · ${labels.text('chart.overview')}` };
  }
}

/**
 * The charts of a machine in a language. A large machine has an overview with the id of the machine. Each screen that the
 * overview does not show completely has a chart with the id of its state. Together they show every state and transition.
 */
export function graphsOf(machine: ChartMachine, labels: Labels): readonly ChartGraph[] {
  const builder = new GraphBuilder(machine, labels);
  if (!isLarge(machine)) return [builder.wholeChart()];
  const screens = screensOf(machine).filter(
    (screen) => screen.type !== 'final' && !isChoice(machine, screen),
  );
  return [builder.overviewChart(), ...screens.map((screen) => builder.screenChart(screen))];
}

/** A chart with the names of its states and the arrows between them, for paper. */
export const outlineOf = (graph: ChartGraph): ChartGraph => ({
  ...graph,
  nodeWidth: OUTLINE_WIDTH,
  nodes: graph.nodes.map((node) => ({
    ...node,
    sourceName: '',
    sentence: '',
    facts: [],
    lines: node.lines.map((line) => ({ ...line, text: '', target: '', actions: '' })),
  })),
});
