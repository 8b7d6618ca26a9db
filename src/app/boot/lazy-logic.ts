import type { AnyActorLogic, PromiseActorLogic } from 'xstate';

/**
 * The logic of an actor whose code is loaded when it is needed.
 * @param createLogic called once, when an actor first needs the logic
 */
export function lazyLogic(createLogic: () => AnyActorLogic): AnyActorLogic {
  let createdLogic: AnyActorLogic | null = null;
  const loadedLogic = (): AnyActorLogic => {
    createdLogic ??= createLogic();
    return createdLogic;
  };
  return {
    getInitialSnapshot: (...args) => loadedLogic().getInitialSnapshot(...args),
    getPersistedSnapshot: (...args) => loadedLogic().getPersistedSnapshot(...args),
    transition: (...args) => loadedLogic().transition(...args),
    restoreSnapshot: (...args) => loadedLogic().restoreSnapshot?.(...args),
    start: (...args) => loadedLogic().start?.(...args),
  };
}

/** A promise logic that ends when it starts if `isDone`: its parent continues before a view renders the state in between. */
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
