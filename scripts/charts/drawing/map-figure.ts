import type { Box, Figure, Line } from '#scripts/charts/drawing/figure.ts';
import { BLANK, transitionText } from '#scripts/charts/drawing/lines.ts';
import { screensFigure } from '#scripts/charts/drawing/screens-figure.ts';
import { isChoice, partsOf, waysBetween } from '#scripts/charts/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#scripts/charts/model/types.ts';

/**
 * What a screen is called in every language that the portal speaks, Korean first.
 * @param title message key of the screen's title
 * @param flow the flow whose screen it is: some titles hang on it
 */
export type TitlesOf = (title: string, flow: string) => readonly string[];

/** `wantsOtherMethod` as a person says it. */
const words = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const unique = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

function boxOf(machine: ChartMachine, screen: ChartState, titlesOf: TitlesOf): Box {
  const parts = partsOf(machine, screen.id);
  const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
  const keys = unique(parts.flatMap(({ title }) => title ?? []));
  const titles = keys.flatMap((key) => titlesOf(key, flows[0]?.id ?? ''));
  return {
    ...BLANK,
    id: screen.id,
    parent: null,
    shape: isChoice(machine, screen) ? 'choice' : 'state',
    name: titles.join('\n') || words(screen.key),
    path: unique(parts.flatMap(({ path }) => path ?? [])).join('  '),
    description: screen.description ?? '',
    facts: [`state: ${screen.key}`, ...flows.map(({ id }) => `flow: ${id}`)],
  };
}

/** What a way is called: its condition, or that no other was met. */
function outcomeOf(machine: ChartMachine, { kind, name, guard, source }: ChartTransition): string {
  if (guard) return words(guard.name) + (guard.params === null ? '' : ` ${guard.params}`);
  if (kind === 'event') return name;
  const isOneOfMany = machine.transitions.some(
    (other) => other.source === source && other.kind === kind && other.name === name && other.guard !== null,
  );
  return isOneOfMany ? 'otherwise' : 'done';
}

const lineOf = (machine: ChartMachine, transition: ChartTransition): Line => ({
  id: transition.id,
  kind: transition.kind,
  text: outcomeOf(machine, transition),
  note: '',
  detail: `${transition.source}: ${transitionText(transition)}`,
});

/** Failures lead to the error page from everywhere: an arrow for each would hide the ways that people go. */
const isPeoples = ({ kind }: ChartTransition): boolean => kind !== 'error';

/** One chart of all screens, with their titles, their addresses and the outcomes that lead on. */
export const mapFigure = (machine: ChartMachine, titlesOf: TitlesOf): Figure =>
  screensFigure(machine, {
    id: `${machine.id}-map`,
    title: `${machine.id}: every screen`,
    subtitle: 'Any unexpected failure leads to the error page.',
    ways: waysBetween(machine).filter(({ transition }) => isPeoples(transition)),
    anytime: machine.transitions.filter(
      (transition) =>
        transition.source === machine.id && transition.targets.length > 0 && isPeoples(transition),
    ),
    anytimeFacts: [],
    boxOf: (screen) => boxOf(machine, screen, titlesOf),
    lineOf: (transition) => lineOf(machine, transition),
  });
