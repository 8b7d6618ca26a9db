import { isChoice } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { alongMainPath, columnsOf } from './columns.ts';
import type { ChartNode, Column, TransitionLine } from './graph.ts';

/** A state's id without the machine's. */
export const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** Default values of a node. */
export const EMPTY_NODE = {
  parent: null,
  column: 1,
  code: '',
  sentence: '',
  facts: [],
  lines: [],
  initial: null,
  isParallel: false,
} as const satisfies Partial<ChartNode>;

/** Whether it is the `else` branch of several transitions with the same trigger. */
const isElseBranch = (machine: ChartMachine, transition: ChartTransition): boolean =>
  transition.guard === null &&
  machine.transitions.some(
    (other) =>
      other !== transition &&
      other.source === transition.source &&
      other.kind === transition.kind &&
      other.name === transition.name,
  );

/** Builds the nodes of a machine in a language. */
export class NodeBuilder {
  readonly #machine: ChartMachine;
  readonly #labels: Labels;

  constructor(machine: ChartMachine, labels: Labels) {
    this.#machine = machine;
    this.#labels = labels;
  }

  /** A transition as a line; one without a trigger shows only its condition. */
  line(transition: ChartTransition): TransitionLine {
    const { id, kind, guard, actions, targets } = transition;
    const labels = this.#labels;
    const machine = this.#machine;
    const condition = guard
      ? labels.condition(machine.id, guard)
      : isElseBranch(machine, transition)
        ? labels.text('chart.otherwise')
        : '';
    const trigger = kind === 'always' && condition ? '' : labels.trigger(machine.id, transition);
    return {
      id,
      kind,
      text: [trigger, condition].filter(Boolean).join(' · '),
      target: labels.target(transition),
      targetIds: targets,
      actions: actions.map((action) => labels.action(machine.id, action)).join(', '),
    };
  }

  facts({ invokes, entry, exit }: Pick<ChartState, 'invokes' | 'entry' | 'exit'>): readonly string[] {
    const labels = this.#labels;
    const actionNames = (actions: readonly NamedRule[]) =>
      actions.map((each) => labels.action(this.#machine.id, each)).join(', ');
    return [
      ...invokes.map(
        ({ id, kind }) =>
          `${labels.text(kind === 'flow' ? 'chart.runs' : 'chart.invokes')} ${labels.port(id)}`,
      ),
      ...(entry.length > 0 ? [`${labels.text('chart.entry')} ${actionNames(entry)}`] : []),
      ...(exit.length > 0 ? [`${labels.text('chart.exit')} ${actionNames(exit)}`] : []),
    ];
  }

  /** The node of a state. */
  node(state: ChartState, column: Column, parent: string | null): ChartNode {
    const machine = this.#machine;
    const hasChildren = machine.states.some((other) => other.parent === state.id);
    return {
      ...EMPTY_NODE,
      id: state.id,
      parent,
      shape:
        state.type === 'final'
          ? 'final'
          : hasChildren
            ? 'group'
            : isChoice(machine, state)
              ? 'choice'
              : 'state',
      column: hasChildren ? 1 : column,
      name: this.#labels.state(state.id),
      code: [shortName(state.id), state.path ?? ''].filter(Boolean).join('   '),
      sentence: this.#labels.stateSentence(state.id, state.description),
      facts: [
        ...this.facts(state),
        ...(state.type === 'parallel' ? [this.#labels.text('chart.parallel')] : []),
      ],
      lines: machine.transitions.filter(({ source }) => source === state.id).map((each) => this.line(each)),
      initial: state.initial,
      isParallel: state.type === 'parallel',
    };
  }

  /** The nodes of child states, each followed by its own children. */
  nodes(
    states: readonly ChartState[],
    around: Pick<ChartState, 'initial'>,
    parent: string | null,
  ): readonly ChartNode[] {
    const columns = columnsOf(
      this.#machine,
      around.initial,
      states.map(({ id }) => id),
    );
    return alongMainPath(this.#machine, states).flatMap((state) => [
      this.node(state, columns.get(state.id) ?? 0, parent),
      ...this.nodes(
        this.#machine.states.filter((other) => other.parent === state.id),
        state,
        state.id,
      ),
    ]);
  }
}
