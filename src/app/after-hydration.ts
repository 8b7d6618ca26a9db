import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * Returns `serverValue` during hydration, so that the markup matches the server's markup, and `browserValue` after
 * hydration. For values that only the browser knows.
 */
export const useAfterHydration = <Value extends string | boolean | null>(
  browserValue: Value,
  serverValue: Value,
): Value =>
  useSyncExternalStore(
    subscribeToNothing,
    () => browserValue,
    () => serverValue,
  );
