import type { MouseEvent } from 'react';
import { locationAt } from '#machines/portal/screen-location.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';

/**
 * Returns the click handler of a link to a screen. The portal shows the screen without loading a page. The browser
 * itself handles a click that opens a new tab or window.
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
