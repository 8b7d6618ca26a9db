import type { ChartMachine, ChartState } from '#atlas/model/types.ts';

/** A machine with more states gets a chart for each screen. */
const LARGE = 52;

/** Whether the chart of a machine is an overview, with another chart for each screen. */
export const isLarge = ({ states }: ChartMachine): boolean => states.length > LARGE;

/** The screen that a state is or belongs to: a state right below the machine. */
export const screenOf = (id: string): string => id.split('.').slice(0, 2).join('.');

/** The states right below a machine. */
export const screensOf = (machine: ChartMachine): readonly ChartState[] =>
  machine.states.filter(({ parent }) => parent === machine.id);

/** A screen and all that is inside it. */
export const partsOf = (machine: ChartMachine, screen: string): readonly ChartState[] =>
  machine.states.filter(({ id }) => screenOf(id) === screen);

/** Whether a state is left as soon as it is entered. */
export const isChoice = ({ transitions }: ChartMachine, state: ChartState): boolean =>
  state.type === 'atomic' &&
  transitions.some(({ source, kind, guard }) => source === state.id && kind === 'always' && guard === null);

/** The transitions from one screen to another, without those of the machine itself. */
export const screenTransitions = (machine: ChartMachine) =>
  machine.transitions
    .filter(({ source }) => source !== machine.id)
    .flatMap((transition) => {
      const source = screenOf(transition.source);
      const targets = [...new Set(transition.targets.map(screenOf))];
      return targets.filter((target) => target !== source).map((target) => ({ source, target, transition }));
    });
