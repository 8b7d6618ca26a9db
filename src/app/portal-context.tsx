import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { PortalRef, PortalSnapshot } from '#machines/portal/portal.selectors.ts';

const PortalContext = createContext<PortalRef | null>(null);

export function PortalProvider({ portal, children }: { portal: PortalRef; children: ReactNode }) {
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/**
 * Returns the running portal.
 * @throws {Error} outside of a {@link PortalProvider}
 */
export function usePortal(): PortalRef {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('The PortalProvider is missing');
  return portal;
}

/** Selects a value from the snapshot of the portal. */
export const usePortalSelector = <Value,>(select: (snapshot: PortalSnapshot) => Value): Value =>
  useSelector(usePortal(), select);
