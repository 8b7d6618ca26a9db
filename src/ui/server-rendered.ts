import { createContext, useContext, useSyncExternalStore } from 'react';

/** Whether the page is one that the server renders for browsers without scripts (rule 233). */
export const IsServerPage = createContext(false);

const subscribeToNothing = () => () => undefined;

/** Whether the page is being rendered on the server, or hydrated. */
export function useIsServerRendered(): boolean {
  const isFirst = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useContext(IsServerPage) && isFirst;
}
