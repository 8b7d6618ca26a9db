import { useSyncExternalStore } from 'react';

const unchanging = () => () => undefined;

/**
 * What only the browser knows, for views that stand in the first picture: as the server has drawn it while the page is
 * taken over, as it is right after.
 */
export const useAfterTakeOver = <Value extends string | boolean | null>(value: Value, drawn: Value): Value =>
  useSyncExternalStore(
    unchanging,
    () => value,
    () => drawn,
  );
