import type { Box, Figure } from '#scripts/charts/drawing/figure.ts';
import { BLANK, lineOf, shortName } from '#scripts/charts/drawing/lines.ts';
import { machineFigure } from '#scripts/charts/drawing/machine-figure.ts';
import { isChoice, partsOf, screenOf, screensOf } from '#scripts/charts/model/screens.ts';
import type { ChartMachine, ChartState } from '#scripts/charts/model/types.ts';

/** The screens of a large machine that have a chart of their own: where a choice leads, the overview says. */
export const detailedScreens = (machine: ChartMachine): readonly ChartState[] =>
  screensOf(machine).filter((screen) => screen.type !== 'final' && !isChoice(machine, screen));

/** The chart of a screen: all that is inside of it, how one gets here, and the screens that may follow. */
export function detailFigure(machine: ChartMachine, screen: ChartState): Figure {
  const parts = partsOf(machine, screen.id);
  const own = machine.transitions.filter(({ source }) => screenOf(source) === screen.id);
  const entering = machine.transitions.filter(
    ({ source, targets }) =>
      screenOf(source) !== screen.id && targets.some((target) => screenOf(target) === screen.id),
  );
  const outside = new Set(own.flatMap(({ targets }) => targets.filter((id) => screenOf(id) !== screen.id)));
  const others = machine.states
    .filter(({ id }) => outside.has(id))
    .map((state) => ({ ...state, parent: machine.id, key: shortName(state.id), invokes: [], tags: [] }))
    .map((state): ChartState => ({ ...state, initial: null, entry: [], exit: [] }));
  const [root] = machine.states;
  const inner = machineFigure({
    id: machine.id,
    states: root ? [{ ...root, initial: null, invokes: [] }, ...parts, ...others] : [],
    transitions: own,
    rules: {},
  });
  const gate = `${screen.id}/entered`;
  const entrance: Box = {
    ...BLANK,
    id: gate,
    parent: null,
    shape: 'anytime',
    name: 'how one gets here',
    lines: entering.map((transition) => {
      const line = lineOf(machine, transition);
      const from = transition.source === machine.id ? 'any screen' : shortName(transition.source);
      return { ...line, text: `${from}: ${line.text}` };
    }),
  };
  const entered = new Set(
    entering.flatMap(({ targets }) => targets.filter((id) => screenOf(id) === screen.id)),
  );
  const isOther = new Set<string>(others.map(({ id }) => id));
  return {
    ...inner,
    id: screen.id,
    title: screen.id,
    subtitle: `one screen of ${machine.id}: ${parts.length} states, ${own.length} transitions`,
    boxes: [
      entrance,
      ...inner.boxes.map(
        (box): Box => (isOther.has(box.id) ? { ...box, shape: 'elsewhere', lines: [] } : box),
      ),
    ],
    arrows: [
      ...[...entered].map((target) => ({
        id: `${gate}->${target}`,
        source: gate,
        target,
        kind: 'start' as const,
        lines: [],
      })),
      ...inner.arrows,
    ],
  };
}
