import { historyMachine } from '#machines/history/history.machine.ts';

/** A history whose questions nobody answers. */
export const unheard = historyMachine.provide({
  actions: { requestScreen: () => undefined, requestStep: () => undefined },
});
