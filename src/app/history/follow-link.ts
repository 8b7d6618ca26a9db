import type { MouseEvent } from 'react';
import { locationAt } from '#machines/portal/screen-location.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';

/**
 * A click on a link to a screen asks for the screen within the page. The browser keeps clicks for a new tab or window.
 * @param address path and query of the link
 */
export function useFollowLink(address: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const history = usePortalSelector((snapshot) => snapshot.children.history);
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history?.send({ type: 'link.followed', location: locationAt(address) });
  };
}
