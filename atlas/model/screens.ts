import type { ChartMachine, ChartState } from '#atlas/model/types.ts';

/** A machine with more states than this gets a chart for each screen. */
const MAX_STATES_OF_CHART = 52;

/** Whether a machine has a chart for each screen, and an overview. */
export const isLarge = ({ states }: ChartMachine): boolean => states.length > MAX_STATES_OF_CHART;

/** The screen that a state is or belongs to: a state right below the machine. */
export const screenOf = (id: string): string => id.split('.').slice(0, 2).join('.');

/** The states right below a machine. */
export const screensOf = (machine: ChartMachine): readonly ChartState[] =>
  machine.states.filter(({ parent }) => parent === machine.id);

/** The states of a screen: its own state and all states inside it. */
export const statesOfScreen = (machine: ChartMachine, screen: string): readonly ChartState[] =>
  machine.states.filter(({ id }) => screenOf(id) === screen);

/** Whether the machine leaves a state as soon as it enters it. */
export const isChoice = ({ transitions }: ChartMachine, state: ChartState): boolean =>
  state.type === 'atomic' &&
  transitions.some(({ source, kind, guard }) => source === state.id && kind === 'always' && guard === null);

/** The transitions from one screen to another, without the transitions of the machine itself. */
export const screenTransitions = (machine: ChartMachine) =>
  machine.transitions
    .filter(({ source }) => source !== machine.id)
    .flatMap((transition) => {
      const source = screenOf(transition.source);
      const targets = [...new Set(transition.targets.map(screenOf))];
      return targets.filter((target) => target !== source).map((target) => ({ source, target, transition }));
    });
