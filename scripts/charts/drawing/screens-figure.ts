import type { Box, Figure, Line } from '#scripts/charts/drawing/figure.ts';
import { BLANK, shortName } from '#scripts/charts/drawing/lines.ts';
import { arrowsFor, sortWays } from '#scripts/charts/drawing/ways.ts';
import { screenOf, screensOf, type Way } from '#scripts/charts/model/screens.ts';
import type { ChartMachine, ChartState, ChartTransition } from '#scripts/charts/model/types.ts';

/** What a chart of all screens says, and how. */
export type Look = Pick<Figure, 'id' | 'title' | 'subtitle'> & {
  readonly ways: readonly Way[];
  /** What may happen whatever the screen is. */
  readonly anytime: readonly ChartTransition[];
  readonly anytimeFacts: readonly string[];
  readonly boxOf: (screen: ChartState) => Box;
  readonly lineOf: (transition: ChartTransition) => Line;
};

/** A line that says where it leads, because no arrow does. */
const leadingOn = (line: Line, [target]: readonly string[]): Line =>
  target === undefined
    ? line
    : { ...line, note: [line.note, `→ ${shortName(target)}`].filter(Boolean).join(' ') };

/** A chart with one box for each screen, whatever is inside of it, and the ways from one to another. */
export function screensFigure(machine: ChartMachine, look: Look): Figure {
  const { id, title, subtitle, ways, anytime, anytimeFacts, boxOf, lineOf } = look;
  const { arrows, lines, bare } = sortWays(machine, ways);
  const linesFrom = (screen: string): readonly Line[] =>
    lines
      .filter(({ source }) => source === screen)
      .map(({ transition }) => leadingOn(lineOf(transition), transition.targets));
  const start = `${machine.id}/start`;
  const always = `${machine.id}/anytime`;
  const reached = new Set([...arrows, ...bare].map(({ target }) => target));
  const fromAnywhere = anytime.flatMap((transition) =>
    transition.targets
      .map(screenOf)
      .filter((target) => !reached.has(target))
      .map((target): Way => ({ source: always, target, transition })),
  );
  const entry = machine.states[0]?.initial ?? '';
  return {
    id,
    title,
    subtitle,
    boxes: [
      { ...BLANK, id: start, parent: null, shape: 'start' },
      {
        ...BLANK,
        id: always,
        parent: null,
        shape: 'anytime',
        name: 'at any time',
        facts: anytimeFacts,
        lines: anytime.map((transition) => leadingOn(lineOf(transition), transition.targets)),
      },
      ...screensOf(machine).map((screen): Box => {
        const box = boxOf(screen);
        return { ...box, isScreen: true, lines: linesFrom(screen.id) };
      }),
    ],
    arrows: [
      { id: `${start}->`, source: start, target: entry, kind: 'start', lines: [] },
      ...arrowsFor(arrows, (group) => group.map(({ transition }) => lineOf(transition))),
      ...arrowsFor([...bare, ...fromAnywhere], () => []),
    ],
  };
}
