import { useSyncExternalStore } from 'react';

const unchanging = () => () => undefined;

/** Whether a view is drawn by the server, or for the first time over what the server has drawn. */
export const useServerDrawn = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
