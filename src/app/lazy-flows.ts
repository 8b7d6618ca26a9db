import type { ComponentType } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { LazyFlow } from '#machines/portal/portal.types.ts';

/** A flow in one piece: its machine with the real ports, and its view. */
export type LoadedFlow = {
  readonly machine: AnyStateMachine;
  // biome-ignore lint/suspicious/noExplicitAny: a view takes the ref of its own machine, and the table holds many.
  readonly View: ComponentType<{ actor: any }>;
};

/** Where the chunk of each flow comes from. */
export const lazyFlows = (page: Window): Readonly<Record<LazyFlow, () => Promise<LoadedFlow>>> => ({
  departure: async () => {
    const [{ departureMachine }, { departurePorts }, { DepartureView }] = await Promise.all([
      import('#machines/departure/departure.machine.ts'),
      import('#src/ports/departure.ts'),
      import('#src/views/departure/departure.view.tsx'),
    ]);
    return { machine: departureMachine.provide({ actors: departurePorts(page) }), View: DepartureView };
  },
});
