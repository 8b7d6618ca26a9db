import type { AnyActorLogic, PromiseActorLogic } from 'xstate';

/**
 * The logic of an actor whose code is loaded when it is needed.
 * @param make creates it; called once, when an actor first needs it
 */
export function lazyLogic(make: () => AnyActorLogic): AnyActorLogic {
  let made: AnyActorLogic | null = null;
  const loadedLogic = (): AnyActorLogic => {
    made ??= make();
    return made;
  };
  return {
    getInitialSnapshot: (...given) => loadedLogic().getInitialSnapshot(...given),
    getPersistedSnapshot: (...given) => loadedLogic().getPersistedSnapshot(...given),
    transition: (...given) => loadedLogic().transition(...given),
    restoreSnapshot: (...given) => loadedLogic().restoreSnapshot?.(...given),
    start: (...given) => loadedLogic().start?.(...given),
  };
}

/** A promise logic that ends when it starts if `isDone`: its parent goes on before a view renders the state between. */
export const unlessDone = <Input>(
  logic: PromiseActorLogic<void, Input>,
  isDone: (input: Input) => boolean,
): PromiseActorLogic<void, Input> => ({
  ...logic,
  start(snapshot, scope) {
    // The input of a running promise is always set.
    if (isDone(snapshot.input as Input)) scope.self.send({ type: 'done' });
    else logic.start?.(snapshot, scope);
  },
  transition: (snapshot, event, scope) =>
    event.type === 'done'
      ? { ...snapshot, status: 'done', output: undefined, error: undefined }
      : logic.transition(snapshot, event, scope),
});
