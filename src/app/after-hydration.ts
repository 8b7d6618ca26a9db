import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * A value that only the browser knows, for views rendered by the server: the server's value during hydration,
 * the real one right after.
 */
export const useAfterHydration = <Value extends string | boolean | null>(
  value: Value,
  serverValue: Value,
): Value =>
  useSyncExternalStore(
    subscribeToNothing,
    () => value,
    () => serverValue,
  );
