import { isChoice } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { CHART_WORDS } from './chart-labels.ts';
import { alongMainPath, columnsOf } from './columns.ts';
import type { ChartNode, Column, Line } from './graph.ts';

/** A state's id without the machine's. */
export const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** What a node without content has in place of it. */
export const BLANK = {
  parent: null,
  column: 1,
  code: '',
  sentence: '',
  facts: [],
  lines: [],
  initial: null,
  isParallel: false,
} as const satisfies Partial<ChartNode>;

/** Whether others of the same state are tried before it, on the same event. */
const isLast = (machine: ChartMachine, transition: ChartTransition): boolean =>
  transition.guard === null &&
  machine.transitions.some(
    (other) =>
      other !== transition &&
      other.source === transition.source &&
      other.kind === transition.kind &&
      other.name === transition.name,
  );

/** Writes the nodes of a machine in a language. */
export class NodeBuilder {
  readonly #machine: ChartMachine;
  readonly #labels: Labels;

  constructor(machine: ChartMachine, labels: Labels) {
    this.#machine = machine;
    this.#labels = labels;
  }

  get words() {
    return CHART_WORDS[this.#labels.language];
  }

  /** A transition as a line; a choice shows only its condition. */
  line(transition: ChartTransition): Line {
    const { id, kind, guard, actions, targets } = transition;
    const labels = this.#labels;
    const machine = this.#machine;
    const condition = guard
      ? labels.condition(machine.id, guard)
      : isLast(machine, transition)
        ? this.words.otherwise
        : '';
    const trigger = kind === 'always' && condition ? '' : labels.trigger(machine.id, transition);
    return {
      id,
      kind,
      text: [trigger, condition].filter(Boolean).join(' · '),
      target: labels.target(transition),
      leadsTo: targets,
      actions: actions.map((action) => labels.action(machine.id, action)).join(', '),
    };
  }

  facts({ invokes, entry, exit }: Pick<ChartState, 'invokes' | 'entry' | 'exit'>): readonly string[] {
    const { words } = this;
    const actionNames = (actions: readonly string[]) =>
      actions
        .map((each) => {
          const [, name = each, params = null] = /^([\w.]+)(?:\((.*)\))?$/.exec(each) ?? [];
          return this.#labels.action(this.#machine.id, { name, params });
        })
        .join(', ');
    return [
      ...invokes.map(
        ({ id, kind }) => `${kind === 'flow' ? words.runs : words.asks} ${this.#labels.port(id)}`,
      ),
      ...(entry.length > 0 ? [`${words.entry} ${actionNames(entry)}`] : []),
      ...(exit.length > 0 ? [`${words.exit} ${actionNames(exit)}`] : []),
    ];
  }

  /** A state as a node, in a column. */
  node(state: ChartState, column: Column, parent: string | null): ChartNode {
    const machine = this.#machine;
    const hasParts = machine.states.some((other) => other.parent === state.id);
    return {
      ...BLANK,
      id: state.id,
      parent,
      shape:
        state.type === 'final' ? 'final' : hasParts ? 'group' : isChoice(machine, state) ? 'choice' : 'state',
      column: hasParts ? 1 : column,
      name: this.#labels.state(state.id),
      code: [shortName(state.id), state.path ?? ''].filter(Boolean).join('   '),
      sentence: this.#labels.stateSentence(state.id, state.description),
      facts: [...this.facts(state), ...(state.type === 'parallel' ? [this.words.parallel] : [])],
      lines: machine.transitions.filter(({ source }) => source === state.id).map((each) => this.line(each)),
      initial: state.initial,
      isParallel: state.type === 'parallel',
    };
  }

  /** The nodes of child states, each with its own children. */
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
