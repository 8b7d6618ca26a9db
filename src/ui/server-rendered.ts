import { createContext, useContext, useSyncExternalStore } from 'react';

/** Whether the server renders, or has rendered, the current screen so that it works without scripts (rule 233). */
export const IsServerPage = createContext(false);

const subscribeToNothing = () => () => undefined;

/** Whether the server is rendering the screen, or React is hydrating it. False after hydration. */
export function useIsServerRendered(): boolean {
  const isServerMarkup = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  return useContext(IsServerPage) && isServerMarkup;
}
