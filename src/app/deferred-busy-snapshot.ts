import { useCallback, useSyncExternalStore } from 'react';

type SnapshotSource<Current> = {
  readonly getSnapshot: () => Current;
  readonly subscribe: (listener: (current: Current) => void) => { readonly unsubscribe: () => void };
};

/**
 * Returns the current snapshot of a flow. A busy snapshot is rendered in a later task, so that the browser sends the
 * call of the busy state before it renders. Used by the screens of the ID and the password, after which almost every
 * person waits for the next screen.
 */
export function useDeferredBusySnapshot<Current extends { readonly hasTag: (tag: 'busy') => boolean }>(
  actor: SnapshotSource<Current>,
): Current {
  const subscribe = useCallback(
    (render: () => void) =>
      actor.subscribe((current) => {
        if (current.hasTag('busy')) setTimeout(render);
        else render();
      }).unsubscribe,
    [actor],
  );
  const getSnapshot = () => actor.getSnapshot();
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}
