import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';
import { Labels } from '#atlas/words/labels.ts';
import type { Language, Limit } from '#atlas/words/types.ts';
import {
  type Change,
  compareLimits,
  compareMachines,
  compareTexts,
  type Difference,
  type MachineDiff,
} from './compare.ts';
import { stateFacts } from './facts.ts';
import type { Revision } from './read.ts';

/** A change in words: name, before and after, and the states that it affects. */
export type ReportLine = {
  readonly id: string;
  readonly change: Change;
  readonly kind: 'state' | 'transition' | 'rule' | 'text' | 'limit';
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The same in terms of the source, for programmers. */
  readonly source: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Ids of the states that it affects. */
  readonly states: readonly string[];
};

export type ReportPart = {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly ReportLine[];
};

/** The changes from one revision to another in a language. */
export type Report = { readonly language: Language; readonly parts: readonly ReportPart[] };

const NO_SOURCE: ReportLine['source'] = { before: [], after: [] };

type StatesShowing = (text: string) => readonly string[];

/** The lines of a text that another one lacks. */
const linesNotIn = (text: string, other: string): readonly string[] =>
  text === '' ? [] : text.split('\n').filter((line) => !other.split('\n').includes(line));

const findMachine = (machines: readonly ChartMachine[], id: string): ChartMachine | undefined =>
  machines.find((machine) => machine.id === id);

/** `guard isBlank` as its kind and its name. */
const ruleOf = (id: string): { readonly kind: string; readonly name: string } => {
  const [kind = '', name = ''] = id.split(' ');
  return { kind, name };
};

const usersOf = (machine: ChartMachine | undefined, id: string): readonly ChartTransition[] => {
  const { kind, name } = ruleOf(id);
  return (machine?.transitions ?? []).filter(({ kind: trigger, name: taken, guard, actions }) => {
    if (kind === 'guard') return guard?.name.match(/[\w-]+/g)?.includes(name) ?? false;
    if (kind === 'action') return actions.some((action) => action.name === name);
    return trigger === 'delay' && taken === name;
  });
};

const PART_NAMES = {
  ko: { texts: '화면 문구', limits: '정해진 값' },
  en: { texts: 'Texts on screens', limits: 'Fixed values' },
} as const;

/** Describes the differences of two revisions, the old one with its own words. */
class Reporter {
  readonly #before: Revision;
  readonly #after: Revision;
  readonly #old: Labels;
  readonly #now: Labels;
  readonly #statesShowing: StatesShowing;

  constructor(before: Revision, after: Revision, language: Language, statesShowing: StatesShowing) {
    this.#statesShowing = statesShowing;
    this.#before = before;
    this.#after = after;
    // A revision without words is described in the current ones.
    const words = Object.keys(before.words.states).length === 0 ? after.words : before.words;
    this.#old = new Labels({ ...words, limits: before.words.limits }, language);
    this.#now = new Labels(after.words, language);
  }

  /** The sentence of a state, followed by its other facts. */
  #describe({ machines, texts }: Revision, labels: Labels, machine: string, id: string): readonly string[] {
    const whole = findMachine(machines, machine);
    const state = whole?.states.find((each) => each.id === id);
    if (!whole || !state) return [];
    const sentence = labels.stateSentence(id, state.description);
    return [sentence, ...stateFacts(whole, state, texts, labels)].filter(Boolean);
  }

  #state(machine: string, { change, id, before, after }: Difference): ReportLine {
    const was = this.#describe(this.#before, this.#old, machine, id);
    const is = this.#describe(this.#after, this.#now, machine, id);
    return {
      id,
      change,
      kind: 'state',
      name: change === 'removed' ? this.#old.state(id) : this.#now.state(id),
      before: was.filter((line) => !is.includes(line)),
      after: is.filter((line) => !was.includes(line)),
      source: { before: linesNotIn(before, after), after: linesNotIn(after, before) },
      states: [id],
    };
  }

  #transition(machine: string, { change, id, before, after }: Difference): ReportLine {
    const describe = (machines: readonly ChartMachine[], labels: Labels, text: string) => {
      const whole = findMachine(machines, machine);
      const transition = whole?.transitions.find((each) => each.id === id);
      return whole && transition && text !== '' ? [labels.transition(whole, transition)] : [];
    };
    const source = id.slice(0, id.indexOf('/'));
    return {
      id,
      change,
      kind: 'transition',
      name: change === 'removed' ? this.#old.state(source) : this.#now.state(source),
      before: describe(this.#before.machines, this.#old, before),
      after: describe(this.#after.machines, this.#now, after),
      source: { before: before === '' ? [] : [before], after: after === '' ? [] : [after] },
      states: [source],
    };
  }

  #rule(machine: string, { change, id, before, after }: Difference): ReportLine {
    const { kind, name } = ruleOf(id);
    const labels = change === 'removed' ? this.#old : this.#now;
    const rule = { name, params: null };
    const label = {
      guard: () => labels.guard(machine, rule),
      action: () => labels.action(machine, rule),
      delay: () => labels.delay(machine, name),
    }[kind];
    const users = usersOf(findMachine(this.#after.machines, machine), id);
    return {
      id: `${machine} ${id}`,
      change,
      kind: 'rule',
      name: label?.() ?? name,
      before: [],
      after: [],
      source: { before: linesNotIn(before, after), after: linesNotIn(after, before) },
      states: [...new Set(users.map(({ source }) => source))],
    };
  }

  machine({ machine, states, transitions, rules }: MachineDiff): ReportPart {
    return {
      id: machine,
      name: this.#now.machine(machine),
      lines: [
        ...states.map((each) => this.#state(machine, each)),
        ...transitions.map((each) => this.#transition(machine, each)),
        ...rules.map((each) => this.#rule(machine, each)),
      ],
    };
  }

  limits(): ReportPart {
    const { language } = this.#now;
    const lines = compareLimits(this.#before.words.limits, this.#after.words.limits).map(
      ({ change, id }): ReportLine => {
        const at = (limits: readonly Limit[]) => limits.find((limit) => limit.id === id);
        const [was, is] = [at(this.#before.words.limits), at(this.#after.words.limits)];
        return {
          id,
          change,
          kind: 'limit',
          name: (is ?? was)?.[language] ?? id,
          before: was ? [this.#old.limit(was)] : [],
          after: is ? [this.#now.limit(is)] : [],
          source: NO_SOURCE,
          states: [],
        };
      },
    );
    return { id: 'limits', name: PART_NAMES[language].limits, lines };
  }

  texts(): ReportPart {
    const lines = compareTexts(this.#before.texts, this.#after.texts).map(
      ({ language, change, id, before, after }): ReportLine => ({
        id: `${language} ${id}`,
        change,
        kind: 'text',
        name: `${language} ${id}`,
        before: before ? [before] : [],
        after: after ? [after] : [],
        source: NO_SOURCE,
        states: this.#statesShowing(id),
      }),
    );
    return { id: 'texts', name: PART_NAMES[this.#now.language].texts, lines };
  }
}

/**
 * The changes from one revision to another. Revisions without limits have none to compare.
 * @param statesShowing finds the states whose screens show a text, by its key
 */
export function reportOf(
  before: Revision,
  after: Revision,
  language: Language,
  statesShowing: StatesShowing = () => [],
): Report {
  const reporter = new Reporter(before, after, language, statesShowing);
  const machines = compareMachines(before.machines, after.machines).map((diff) => reporter.machine(diff));
  const limits = before.words.limits.length > 0 ? [reporter.limits()] : [];
  return {
    language,
    parts: [...limits, ...machines, reporter.texts()].filter(({ lines }) => lines.length > 0),
  };
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** Longer ones are on the page. */
const MAX_LENGTH = 240;

const shortenLine = (line: string): string =>
  line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;

/** A report for a terminal. */
export const reportText = ({ parts }: Report): string =>
  parts
    .map(({ id, name, lines }) =>
      [
        `\n${name} (${id})`,
        ...lines.flatMap(({ change, kind, name: what, id: where, before, after, source }) => [
          `  ${SIGNS[change]} ${kind} ${what} (${where})`,
          ...[...before, ...source.before].map((line) => `      was ${shortenLine(line)}`),
          ...[...after, ...source.after].map((line) => `      is  ${shortenLine(line)}`),
        ]),
      ].join('\n'),
    )
    .join('\n');
