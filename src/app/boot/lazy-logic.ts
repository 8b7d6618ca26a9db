import type { AnyActorLogic } from 'xstate';

/** An actor logic that arrives later, and its placeholder until then. */
export type LazyLogic = {
  /** Delegates everything to the logic that has arrived. Starting it before throws. */
  readonly logic: AnyActorLogic;
  /** Sets the function that creates the logic; it is called once, when an actor first needs the logic. */
  readonly provide: (make: () => AnyActorLogic) => void;
};

/** Declares the logic of an actor whose code is loaded when it is needed. */
export function lazyLogic(): LazyLogic {
  let make = (): AnyActorLogic => {
    throw new Error('The code of a flow has not arrived');
  };
  let made: AnyActorLogic | null = null;
  const loadedLogic = (): AnyActorLogic => {
    made ??= make();
    return made;
  };
  return {
    logic: {
      getInitialSnapshot: (...given) => loadedLogic().getInitialSnapshot(...given),
      getPersistedSnapshot: (...given) => loadedLogic().getPersistedSnapshot(...given),
      transition: (...given) => loadedLogic().transition(...given),
      restoreSnapshot: (...given) => loadedLogic().restoreSnapshot?.(...given),
      start: (...given) => loadedLogic().start?.(...given),
    },
    provide(arrived) {
      make = arrived;
    },
  };
}
