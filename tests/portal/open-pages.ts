import { afterEach, beforeEach, vi } from 'vitest';
import type { StartedPortal } from '#src/app/boot/start-portal.tsx';
import { createNetwork } from '#tests/support/network.ts';

const { network, open: openNetwork } = createNetwork();

/** The network of the pages. */
export { network };

const pages: StartedPortal[] = [];

/** Has a page ended with its test. */
export const leaveLater = (page: StartedPortal): void => {
  pages.push(page);
};

/** Ends the pages that are open, as closing the tab does. */
export function leavePages(): void {
  for (const page of pages.splice(0)) page.close();
}

/** Makes the browser one that remembers nothing. */
export function forgetEverything(): void {
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'language=; Max-Age=0; Path=/';
}

/** Gives the tests of the file that is loaded a network, and each of them a browser that remembers nothing. */
export function openBrowser(): void {
  // It is told before the pages that a test ends, so they end before it looks.
  openNetwork();

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    forgetEverything();
  });

  afterEach(leavePages);
}
