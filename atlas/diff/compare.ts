import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import type { Catalogues } from '#atlas/words/types.ts';
import { LANGUAGES, type Language, type Limit } from '#atlas/words/types.ts';

export type Change = 'added' | 'removed' | 'changed';

/** A difference, with its subject before and after as text. */
export type Difference = {
  readonly change: Change;
  readonly id: string;
  readonly before: string;
  readonly after: string;
};

export type MachineDiff = {
  readonly machine: string;
  readonly states: readonly Difference[];
  readonly transitions: readonly Difference[];
  /** Guards, actions and delays whose source has changed, such as `guard isBlank`. */
  readonly rules: readonly Difference[];
  /** Transitions that only use a changed guard, action or delay. */
  readonly indirectlyChanged: readonly string[];
};

export type TextDifference = Difference & { readonly language: Language };

/** A state as text, a line for each property. */
const stateText = ({
  type,
  initial,
  description,
  tags,
  path,
  title,
  invokes,
  entry,
  exit,
}: ChartState): string =>
  Object.entries({
    type,
    'begins with': initial ?? '',
    description: description ?? '',
    tags: tags.join(', '),
    path: path ?? '',
    title: title ?? '',
    asks: invokes.map(({ id }) => id).join(', '),
    'on entry': entry.join(', '),
    'on exit': exit.join(', '),
  })
    .map(([name, value]) => `${name}: ${value || '(none)'}`)
    .join('\n');

const ruleText = ({ name, params, from }: NamedRule): string => {
  if (from !== undefined) return `${name}(${from})`;
  return params === null ? name : `${name}(${params})`;
};

/** A transition as text, without its index among those with the same trigger. */
const transitionText = ({ source, kind, name, ms, guard, targets, actions }: ChartTransition): string =>
  [
    `${source}: ${kind} ${name}`.trimEnd(),
    ms === null ? '' : `(${ms / 1000} s)`,
    guard ? `[${ruleText(guard)}]` : '',
    `→ ${targets.join(', ') || '(stays)'}`,
    actions.length > 0 ? `/ ${actions.map(ruleText).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Identifies a transition across versions: its state, its trigger and its guard. */
const identityOf = ({ source, kind, name, guard }: ChartTransition): string =>
  JSON.stringify([source, kind, name, guard]);

type NamedItem = { readonly id: string; readonly name: string; readonly text: string };

/** Compares two lists; of several items with one name, those with equal text are matched first. */
function compare(before: readonly NamedItem[], after: readonly NamedItem[]): readonly Difference[] {
  const same = new Set(before.map(({ name, text }) => `${name} ${text}`));
  const unchanged = new Set(after.map(({ name, text }) => `${name} ${text}`).filter((key) => same.has(key)));
  const isUnchanged = ({ name, text }: NamedItem) => unchanged.has(`${name} ${text}`);
  const removedOrChanged = before.filter((item) => !isUnchanged(item));
  const differences: Difference[] = [];
  const matched = new Set<NamedItem>();
  for (const item of after.filter((each) => !isUnchanged(each))) {
    const old = removedOrChanged.find((candidate) => candidate.name === item.name && !matched.has(candidate));
    if (old) matched.add(old);
    differences.push(
      old
        ? { change: 'changed', id: item.id, before: old.text, after: item.text }
        : { change: 'added', id: item.id, before: '', after: item.text },
    );
  }
  const removed = removedOrChanged
    .filter((item) => !matched.has(item))
    .map(({ id, text }): Difference => ({ change: 'removed', id, before: text, after: '' }));
  return [...differences, ...removed];
}

const stateNames = (machine: ChartMachine | undefined): readonly NamedItem[] =>
  (machine?.states ?? []).map((state) => ({ id: state.id, name: state.id, text: stateText(state) }));

const transitionNames = (machine: ChartMachine | undefined): readonly NamedItem[] =>
  (machine?.transitions ?? []).map((transition) => ({
    id: transition.id,
    name: identityOf(transition),
    text: transitionText(transition),
  }));

const ruleNames = (machine: ChartMachine | undefined): readonly NamedItem[] =>
  Object.entries(machine?.rules ?? {}).map(([id, text]) => ({ id, name: id, text }));

/** The names of the guards in one, which `and`, `or` and `not` join. */
const guardsIn = ({ name }: NamedRule): readonly string[] => name.match(/[\w-]+/g) ?? [];

/** The rules that a transition uses. */
const rulesOf = ({ kind, name, guard, actions }: ChartTransition): readonly string[] => [
  ...(guard ? guardsIn(guard).map((each) => `guard ${each}`) : []),
  ...actions.map((action) => `action ${action.name}`),
  ...(kind === 'delay' ? [`delay ${name}`] : []),
];

/** The changes from one set of machines to another; machines without a change are left out. */
export function compareMachines(
  before: readonly ChartMachine[],
  after: readonly ChartMachine[],
): readonly MachineDiff[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].sort();
  return ids
    .map((machine): MachineDiff => {
      const [old, now] = [before, after].map((machines) => machines.find(({ id }) => id === machine));
      const transitions = compare(transitionNames(old), transitionNames(now));
      const rules = old && now ? compare(ruleNames(old), ruleNames(now)) : [];
      const changed = new Set(rules.map(({ id }) => id));
      const listed = new Set(transitions.map(({ id }) => id));
      const indirectlyChanged = (now?.transitions ?? [])
        .filter((each) => !listed.has(each.id) && rulesOf(each).some((rule) => changed.has(rule)))
        .map(({ id }) => id);
      return {
        machine,
        states: compare(stateNames(old), stateNames(now)),
        transitions,
        rules,
        indirectlyChanged,
      };
    })
    .filter(({ states, transitions, rules }) => states.length + transitions.length + rules.length > 0);
}

/** The texts that have changed, in each language. */
export function compareTexts(before: Catalogues, after: Catalogues): readonly TextDifference[] {
  const named = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([id, text]): NamedItem => ({ id, name: id, text }));
  return LANGUAGES.flatMap((language) =>
    compare(named(before[language]), named(after[language])).map((difference) => ({
      ...difference,
      language,
    })),
  );
}

/** The limits that have changed. */
export function compareLimits(before: readonly Limit[], after: readonly Limit[]): readonly Difference[] {
  const named = (limits: readonly Limit[]) =>
    limits.map(({ id, value }): NamedItem => ({ id, name: id, text: value }));
  return compare(named(before), named(after));
}
