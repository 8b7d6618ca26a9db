import type { Box, Figure } from '#scripts/charts/drawing/figure.ts';
import { BLANK, lineOf } from '#scripts/charts/drawing/lines.ts';
import { screensFigure } from '#scripts/charts/drawing/screens-figure.ts';
import { isChoice, partsOf, screensOf, waysBetween } from '#scripts/charts/model/screens.ts';
import type { ChartInvoke, ChartMachine, ChartState } from '#scripts/charts/model/types.ts';

const factOf = ({ id, kind }: ChartInvoke): string =>
  kind === 'flow' ? `runs the flow ${id}` : `asks ${id}`;

/** A screen as one box, whatever is inside of it. */
function boxOf(machine: ChartMachine, screen: ChartState): Box {
  const parts = partsOf(machine, screen.id);
  const flows = parts.flatMap(({ invokes }) => invokes.filter(({ kind }) => kind === 'flow'));
  return {
    ...BLANK,
    id: screen.id,
    parent: null,
    shape: screen.type === 'final' ? 'final' : isChoice(machine, screen) ? 'choice' : 'state',
    name: screen.key,
    path: [...new Set(parts.flatMap(({ path }) => path ?? []))].join('  '),
    description: screen.description ?? '',
    facts: [
      ...new Set(flows.map(factOf)),
      ...(parts.length > 1 ? [`${parts.length - 1} states inside`] : []),
    ],
  };
}

/** The chart of a large machine: its screens, and every way from one to another. */
export function overviewFigure(machine: ChartMachine): Figure {
  const { id, states, transitions } = machine;
  const counts = [
    `${screensOf(machine).length} screens`,
    `${states.length - 1} states`,
    `${transitions.length} transitions`,
  ];
  return screensFigure(machine, {
    id,
    title: id,
    subtitle: `${counts.join(', ')}; each screen has a chart of its own with all that is inside of it.`,
    ways: waysBetween(machine),
    anytime: transitions.filter(({ source }) => source === id),
    anytimeFacts: states[0]?.invokes.map(factOf) ?? [],
    boxOf: (screen) => boxOf(machine, screen),
    lineOf: (transition) => lineOf(machine, transition),
  });
}
