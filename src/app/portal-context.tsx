import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { PortalRef, PortalSnapshot } from '#machines/portal/portal.selectors.ts';

const PortalContext = createContext<PortalRef | null>(null);

export function PortalProvider({ portal, children }: { portal: PortalRef; children: ReactNode }) {
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/** The running portal. Throws outside of {@link PortalProvider}. */
export function usePortal(): PortalRef {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal needs a PortalProvider above it');
  return portal;
}

/** Selects a value of the portal's snapshot. */
export const usePortalSelector = <Value,>(select: (snapshot: PortalSnapshot) => Value): Value =>
  useSelector(usePortal(), select);
