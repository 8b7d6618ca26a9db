import { historyMachine } from '#machines/history/history.machine.ts';

/** A history whose requests are not answered. */
export const unansweredHistory = historyMachine.provide({
  actions: { requestScreen: () => undefined, requestStep: () => undefined },
});
