import type { ChartMachine, ChartState } from '#atlas/model/types.ts';

/** Maximum number of states in a chart. A machine with more states has a chart for each screen. */
const MAX_STATES_OF_CHART = 52;

/** Whether a machine is large, so that it has an overview and a chart for each screen. */
export const isLarge = ({ states }: ChartMachine): boolean => states.length > MAX_STATES_OF_CHART;

/** Id of the screen to which a state belongs. A screen is a direct child state of the machine. */
export const screenOf = (id: string): string => id.split('.').slice(0, 2).join('.');

/** The screens of a machine: its direct child states. */
export const screensOf = (machine: ChartMachine): readonly ChartState[] =>
  machine.states.filter(({ parent }) => parent === machine.id);

/** The states of a screen: the screen itself and all states inside the screen. */
export const statesOfScreen = (machine: ChartMachine, screen: string): readonly ChartState[] =>
  machine.states.filter(({ id }) => screenOf(id) === screen);

/** Whether the machine always leaves a state as soon as it enters the state (a transient state). */
export const isChoice = ({ transitions }: ChartMachine, state: ChartState): boolean =>
  state.type === 'atomic' &&
  transitions.some(({ source, kind, guard }) => source === state.id && kind === 'always' && guard === null);

/** The transitions from one screen to another screen, without the transitions of the machine itself. */
export const screenTransitions = (machine: ChartMachine) =>
  machine.transitions
    .filter(({ source }) => source !== machine.id)
    .flatMap((transition) => {
      const source = screenOf(transition.source);
      const targets = [...new Set(transition.targets.map(screenOf))];
      return targets.filter((target) => target !== source).map((target) => ({ source, target, transition }));
    });
