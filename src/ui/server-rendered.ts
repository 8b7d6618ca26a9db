import { createContext, useContext, useSyncExternalStore } from 'react';

/** Whether the page is one that the server draws for browsers without scripts (decision 233). */
export const ServerPages = createContext(false);

const unchanging = () => () => undefined;

/** Whether such a page is drawn by the server, or for the first time over what the server has drawn. */
export function useServerRendered(): boolean {
  const isFirst = useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
  return useContext(ServerPages) && isFirst;
}
