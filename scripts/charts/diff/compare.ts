import type { ChartMachine, ChartState, ChartTransition } from '#scripts/charts/model/types.ts';
import { type Catalogues, LANGUAGES, type Language } from '#scripts/charts/texts.ts';

export type Change = 'added' | 'removed' | 'changed';

/** One difference: what it is about, and how it was and is, as text. */
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
};

export type TextDifference = Difference & { readonly language: Language };

/** What there is to say of a state, a line for each thing. */
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

const ruleText = ({ name, params }: { readonly name: string; readonly params: string | null }): string =>
  params === null ? name : `${name}(${params})`;

/** A transition without its place: another one in front of it changes nothing about it. */
const transitionText = ({ source, kind, name, guard, targets, actions }: ChartTransition): string =>
  [
    `${source}: ${kind} ${name}`.trimEnd(),
    guard ? `[${ruleText(guard)}]` : '',
    `→ ${targets.join(', ') || '(stays)'}`,
    actions.length > 0 ? `/ ${actions.map(ruleText).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');

/** What names a transition across versions: its state, what takes it, and its guard. */
const identityOf = ({ source, kind, name, guard }: ChartTransition): string =>
  JSON.stringify([source, kind, name, guard]);

type Named = { readonly id: string; readonly name: string; readonly text: string };

/** Compares two lists; of several of the same name, those with the same text are the same. */
function compare(before: readonly Named[], after: readonly Named[]): readonly Difference[] {
  const same = new Set(before.map(({ name, text }) => `${name} ${text}`));
  const kept = new Set(after.map(({ name, text }) => `${name} ${text}`).filter((key) => same.has(key)));
  const isKept = ({ name, text }: Named) => kept.has(`${name} ${text}`);
  const gone = before.filter((item) => !isKept(item));
  const differences: Difference[] = [];
  const matched = new Set<Named>();
  for (const item of after.filter((each) => !isKept(each))) {
    const old = gone.find((candidate) => candidate.name === item.name && !matched.has(candidate));
    if (old) matched.add(old);
    differences.push(
      old
        ? { change: 'changed', id: item.id, before: old.text, after: item.text }
        : { change: 'added', id: item.id, before: '', after: item.text },
    );
  }
  const removed = gone
    .filter((item) => !matched.has(item))
    .map(({ id, text }): Difference => ({ change: 'removed', id, before: text, after: '' }));
  return [...differences, ...removed];
}

const stateNames = (machine: ChartMachine | undefined): readonly Named[] =>
  (machine?.states ?? []).map((state) => ({ id: state.id, name: state.id, text: stateText(state) }));

const transitionNames = (machine: ChartMachine | undefined): readonly Named[] =>
  (machine?.transitions ?? []).map((transition) => ({
    id: transition.id,
    name: identityOf(transition),
    text: transitionText(transition),
  }));

/** What has changed from one set of machines to another; machines without a change are left out. */
export function compareMachines(
  before: readonly ChartMachine[],
  after: readonly ChartMachine[],
): readonly MachineDiff[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))].sort();
  return ids
    .map((machine): MachineDiff => {
      const [old, now] = [before, after].map((machines) => machines.find(({ id }) => id === machine));
      return {
        machine,
        states: compare(stateNames(old), stateNames(now)),
        transitions: compare(transitionNames(old), transitionNames(now)),
      };
    })
    .filter(({ states, transitions }) => states.length + transitions.length > 0);
}

/** The texts that have changed, in each language. */
export function compareTexts(before: Catalogues, after: Catalogues): readonly TextDifference[] {
  const named = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([id, text]): Named => ({ id, name: id, text }));
  return LANGUAGES.flatMap((language) =>
    compare(named(before[language]), named(after[language])).map((difference) => ({
      ...difference,
      language,
    })),
  );
}
