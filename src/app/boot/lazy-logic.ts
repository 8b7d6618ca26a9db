import type { AnyActorLogic, PromiseActorLogic } from 'xstate';

/**
 * The logic of an actor whose code loads later than the logic of its parent.
 * @param createLogic creates the logic when an actor first needs it; called once
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

/**
 * Changes a promise logic so that an actor for whose input `canSkip` returns true ends as soon as it starts. The parent
 * then leaves the waiting state before a view renders it.
 */
export const skipIf = <Input>(
  logic: PromiseActorLogic<void, Input>,
  canSkip: (input: Input) => boolean,
): PromiseActorLogic<void, Input> => ({
  ...logic,
  start(snapshot, scope) {
    // XState removes the input only when the promise settles.
    if (canSkip(snapshot.input as Input)) scope.self.send({ type: 'done' });
    else logic.start?.(snapshot, scope);
  },
  transition: (snapshot, event, scope) =>
    event.type === 'done'
      ? { ...snapshot, status: 'done', output: undefined, error: undefined }
      : logic.transition(snapshot, event, scope),
});
