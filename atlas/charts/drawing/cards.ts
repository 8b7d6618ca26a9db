import { isChoice } from '#atlas/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import type { Speaker } from '#atlas/words/speaker.ts';
import type { Card, Lane, Line } from './figure.ts';
import { alongUsualWay, lanesOf } from './lanes.ts';
import { CHART_WORDS } from './words.ts';

/** A state's id without the machine's. */
export const shortName = (id: string): string => id.slice(id.indexOf('.') + 1);

/** What a card without content has in place of it. */
export const BLANK = {
  parent: null,
  lane: 1,
  code: '',
  sentence: '',
  facts: [],
  lines: [],
  initial: null,
  isParallel: false,
} as const satisfies Partial<Card>;

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

/** Writes the cards of a machine in a language. */
export class CardWriter {
  readonly #machine: ChartMachine;
  readonly #speaker: Speaker;

  constructor(machine: ChartMachine, speaker: Speaker) {
    this.#machine = machine;
    this.#speaker = speaker;
  }

  get words() {
    return CHART_WORDS[this.#speaker.language];
  }

  /** A transition as a line; a choice shows only its condition. */
  line(transition: ChartTransition): Line {
    const { id, kind, guard, actions, targets } = transition;
    const speaker = this.#speaker;
    const machine = this.#machine;
    const condition = guard
      ? speaker.condition(machine.id, guard)
      : isLast(machine, transition)
        ? this.words.otherwise
        : '';
    const trigger = kind === 'always' && condition ? '' : speaker.trigger(machine.id, transition);
    return {
      id,
      kind,
      text: [trigger, condition].filter(Boolean).join(' · '),
      target: speaker.target(transition),
      leadsTo: targets,
      actions: actions.map((action) => speaker.action(machine.id, action)).join(', '),
    };
  }

  facts({ invokes, entry, exit }: Pick<ChartState, 'invokes' | 'entry' | 'exit'>): readonly string[] {
    const { words } = this;
    const actionNames = (actions: readonly string[]) =>
      actions
        .map((each) => {
          const [, name = each, params = null] = /^([\w.]+)(?:\((.*)\))?$/.exec(each) ?? [];
          return this.#speaker.action(this.#machine.id, { name, params });
        })
        .join(', ');
    return [
      ...invokes.map(
        ({ id, kind }) => `${kind === 'flow' ? words.runs : words.asks} ${this.#speaker.port(id)}`,
      ),
      ...(entry.length > 0 ? [`${words.entry} ${actionNames(entry)}`] : []),
      ...(exit.length > 0 ? [`${words.exit} ${actionNames(exit)}`] : []),
    ];
  }

  /** A state as a card, in a column. */
  card(state: ChartState, lane: Lane, parent: string | null): Card {
    const machine = this.#machine;
    const hasParts = machine.states.some((other) => other.parent === state.id);
    return {
      ...BLANK,
      id: state.id,
      parent,
      shape:
        state.type === 'final' ? 'final' : hasParts ? 'group' : isChoice(machine, state) ? 'choice' : 'state',
      lane: hasParts ? 1 : lane,
      name: this.#speaker.state(state.id),
      code: [shortName(state.id), state.path ?? ''].filter(Boolean).join('   '),
      sentence: this.#speaker.stateSentence(state.id, state.description),
      facts: [...this.facts(state), ...(state.type === 'parallel' ? [this.words.parallel] : [])],
      lines: machine.transitions.filter(({ source }) => source === state.id).map((each) => this.line(each)),
      initial: state.initial,
      isParallel: state.type === 'parallel',
    };
  }

  /** The cards of child states, each with its own children. */
  cards(
    states: readonly ChartState[],
    around: Pick<ChartState, 'initial'>,
    parent: string | null,
  ): readonly Card[] {
    const lanes = lanesOf(
      this.#machine,
      around.initial,
      states.map(({ id }) => id),
    );
    return alongUsualWay(this.#machine, states).flatMap((state) => [
      this.card(state, lanes.get(state.id) ?? 0, parent),
      ...this.cards(
        this.#machine.states.filter((other) => other.parent === state.id),
        state,
        state.id,
      ),
    ]);
  }
}
