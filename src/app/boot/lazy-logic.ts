import type { AnyActorLogic } from 'xstate';

/** A placeholder for an actor logic whose code is loaded later. */
export type LazyLogic = {
  /** Delegates everything to the provided logic. Throws when it is used before that. */
  readonly logic: AnyActorLogic;
  /** Sets the function that creates the logic; it is called once, when an actor first needs the logic. */
  readonly provide: (createLogic: () => AnyActorLogic) => void;
};

/** Declares the logic of an actor whose code is loaded when it is needed. */
export function lazyLogic(): LazyLogic {
  let createLogic = (): AnyActorLogic => {
    throw new Error('The code of a flow has not arrived');
  };
  let createdLogic: AnyActorLogic | null = null;
  const loadedLogic = (): AnyActorLogic => {
    createdLogic ??= createLogic();
    return createdLogic;
  };
  return {
    logic: {
      getInitialSnapshot: (...args) => loadedLogic().getInitialSnapshot(...args),
      getPersistedSnapshot: (...args) => loadedLogic().getPersistedSnapshot(...args),
      transition: (...args) => loadedLogic().transition(...args),
      restoreSnapshot: (...args) => loadedLogic().restoreSnapshot?.(...args),
      start: (...args) => loadedLogic().start?.(...args),
    },
    provide(create) {
      createLogic = create;
    },
  };
}
