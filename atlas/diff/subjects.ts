import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import type { Labels } from '#atlas/words/labels.ts';
import { LANGUAGES } from '#atlas/words/types.ts';
import type { Revision } from './read.ts';

/** What can change between revisions: a part of a machine, a limit, a text. */
export type Subject = {
  readonly kind: 'state' | 'transition' | 'rule' | 'limit' | 'text';
  /** The machine; `limits` or `texts` for a limit or text, which has no machine. */
  readonly part: string;
  readonly id: string;
  /** Identifies it in the other revision. */
  readonly key: string;
  readonly name: string;
  /** As the code has it, one line for each property; a subject has changed when these lines differ. */
  readonly source: readonly string[];
  /** The same in the words of the atlas. */
  readonly wording: readonly string[];
  /** Ids of the states that it affects. */
  readonly states: readonly string[];
};

const ruleText = ({ name, params, from }: NamedRule): string => {
  const argument = from ?? params;
  return argument === null ? name : `${name}(${argument})`;
};

const stateSource = (state: ChartState): readonly string[] =>
  Object.entries({
    type: state.type,
    'begins with': state.initial ?? '',
    description: state.description ?? '',
    tags: state.tags.join(', '),
    path: state.path ?? '',
    title: state.title ?? '',
    invokes: state.invokes.map(({ id }) => id).join(', '),
    'on entry': state.entry.join(', '),
    'on exit': state.exit.join(', '),
  }).map(([name, value]) => `${name}: ${value || '(none)'}`);

/** The sentence of a state, followed by its other properties. */
function stateInWords(
  { id: machine }: ChartMachine,
  state: ChartState,
  { texts }: Revision,
  labels: Labels,
): readonly string[] {
  const actions = (list: readonly string[]) => list.map((each) => labels.writtenAction(machine, each));
  const facts = {
    title: state.title === null ? [] : [texts[labels.language][state.title] ?? state.title],
    path: state.path === null ? [] : [state.path],
    begins: state.initial === null ? [] : [labels.state(state.initial)],
    asks: state.invokes.map(({ id }) => labels.port(id)),
    entry: actions(state.entry),
    exit: actions(state.exit),
  };
  const wording = Object.entries(facts).flatMap(([fact, values]) =>
    values.length === 0 ? [] : `${labels.text(`fact.${fact as keyof typeof facts}`)}: ${values.join(', ')}`,
  );
  return [labels.stateSentence(state.id, state.description), ...wording].filter(Boolean);
}

/** A transition without its index among those with the same trigger. */
const transitionSource = ({ source, kind, name, ms, guard, targets, actions }: ChartTransition): string =>
  [
    `${source}: ${kind} ${name}`.trimEnd(),
    ms === null ? '' : `(${ms / 1000} s)`,
    guard ? `[${ruleText(guard)}]` : '',
    `→ ${targets.join(', ') || '(stays)'}`,
    actions.length > 0 ? `/ ${actions.map(ruleText).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');

/** The transitions that use a rule, such as `guard isBlank`. */
export const transitionsUsing = ({ transitions }: ChartMachine, rule: string): readonly ChartTransition[] =>
  transitions.filter(({ kind, name, guard, actions }) => {
    const guards = guard?.name.match(/[\w-]+/g) ?? [];
    const used = [
      ...guards.map((each) => `guard ${each}`),
      ...actions.map((action) => `action ${action.name}`),
      ...(kind === 'delay' ? [`delay ${name}`] : []),
    ];
    return used.includes(rule);
  });

function ruleName(machine: string, rule: string, labels: Labels): string {
  const [kind = '', name = ''] = rule.split(' ');
  if (kind === 'delay') return labels.delay(machine, name);
  return labels[kind === 'guard' ? 'guard' : 'action'](machine, { name, params: null });
}

const subjectsIn = (machine: ChartMachine, revision: Revision, labels: Labels): readonly Subject[] => [
  ...machine.states.map(
    (state): Subject => ({
      kind: 'state',
      part: machine.id,
      id: state.id,
      key: state.id,
      name: labels.state(state.id),
      source: stateSource(state),
      wording: stateInWords(machine, state, revision, labels),
      states: [state.id],
    }),
  ),
  ...machine.transitions.map(
    (transition): Subject => ({
      kind: 'transition',
      part: machine.id,
      id: transition.id,
      key: JSON.stringify([transition.source, transition.kind, transition.name, transition.guard]),
      name: labels.state(transition.source),
      source: [transitionSource(transition)],
      wording: [labels.transition(machine, transition)],
      states: [transition.source],
    }),
  ),
  ...Object.entries(machine.rules).map(
    ([rule, text]): Subject => ({
      kind: 'rule',
      part: machine.id,
      id: rule,
      key: rule,
      name: ruleName(machine.id, rule, labels),
      source: text.split('\n'),
      wording: [],
      states: [...new Set(transitionsUsing(machine, rule).map(({ source }) => source))],
    }),
  ),
];

/** Everything of a revision that can change, described in the words of `labels`. */
export const subjectsOf = (
  revision: Revision,
  labels: Labels,
  statesShowing: (text: string) => readonly string[],
): readonly Subject[] => [
  ...revision.words.limits.map(
    (limit): Subject => ({
      kind: 'limit',
      part: 'limits',
      id: limit.id,
      key: limit.id,
      name: limit[labels.language],
      source: [limit.value],
      wording: [labels.limit(limit)],
      states: [],
    }),
  ),
  ...revision.machines.flatMap((machine) => subjectsIn(machine, revision, labels)),
  ...LANGUAGES.flatMap((language) =>
    Object.entries(revision.texts[language]).map(
      ([key, text]): Subject => ({
        kind: 'text',
        part: 'texts',
        id: `${language} ${key}`,
        key: `${language} ${key}`,
        name: `${language} ${key}`,
        source: [text],
        wording: [text],
        states: statesShowing(key),
      }),
    ),
  ),
];
