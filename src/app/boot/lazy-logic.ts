import type { AnyActorLogic } from 'xstate';

/** An actor logic that arrives later, and its placeholder until then. */
export type LazyLogic = {
  /** Delegates everything to the logic that has arrived. Starting it before throws. */
  readonly logic: AnyActorLogic;
  /** Sets the function that creates the logic; it is called once, when an actor first needs the logic. */
  readonly provide: (make: () => AnyActorLogic) => void;
};

/** Declares the logic of an actor whose code is loaded when it is needed. */
export function lazyLogic(name: string): LazyLogic {
  let arrived: (() => AnyActorLogic) | null = null;
  let made: AnyActorLogic | null = null;
  const loadedLogic = (): AnyActorLogic => {
    if (arrived === null) throw new Error(`The code of "${name}" has not arrived`);
    made ??= arrived();
    return made;
  };
  return {
    logic: {
      getInitialSnapshot: (...given) => loadedLogic().getInitialSnapshot(...given),
      getPersistedSnapshot: (...given) => loadedLogic().getPersistedSnapshot(...given),
      transition: (...given) => loadedLogic().transition(...given),
      restoreSnapshot: (...given) => {
        const { restoreSnapshot } = loadedLogic();
        if (!restoreSnapshot) throw new Error(`"${name}" cannot be restored`);
        return restoreSnapshot(...given);
      },
      start: (...given) => loadedLogic().start?.(...given),
    },
    provide(make) {
      arrived ??= make;
    },
  };
}
