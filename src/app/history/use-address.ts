import { useSelector } from '@xstate/react';
import { usePortalSelector } from '#src/app/portal-context.tsx';

/** Path and query of the current history entry. */
export function useAddress(): string {
  const history = usePortalSelector((snapshot) => snapshot.children.history);
  return useSelector(history, (snapshot) => snapshot?.context.entry?.address ?? '/');
}
