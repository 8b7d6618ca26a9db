import { useCallback, useSyncExternalStore } from 'react';

type Watched<Current> = {
  readonly getSnapshot: () => Current;
  readonly subscribe: (listener: (current: Current) => void) => { readonly unsubscribe: () => void };
};

/**
 * The current snapshot of a flow. A busy one is rendered in a later task, so that its request is sent before; for the
 * screens of the ID and the password, whose next screen most people wait for.
 */
export function useLateBusySnapshot<Current extends { readonly hasTag: (tag: 'busy') => boolean }>(
  actor: Watched<Current>,
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
