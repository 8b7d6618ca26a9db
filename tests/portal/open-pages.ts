import { afterEach, beforeEach, vi } from 'vitest';
import type { StartedPortal } from '#src/app/boot/start-portal.tsx';
import { createNetwork } from '#tests/support/network.ts';

const { network, open: openNetwork } = createNetwork();

/** The network of the pages. */
export { network };

const pages: StartedPortal[] = [];

/** Closes a page after the current test. */
export const closeAfterTest = (page: StartedPortal): void => {
  pages.push(page);
};

/** Closes the open pages, as closing their tabs does. */
export function closePages(): void {
  for (const page of pages.splice(0)) page.close();
}

/** Clears the storage and the language cookie of the browser. */
export function clearBrowserStorage(): void {
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'language=; Max-Age=0; Path=/';
}

/** Opens the network for the tests of a file, and gives each test a browser without stored values. */
export function openBrowser(): void {
  // Vitest runs `afterEach` in reverse order: the pages close before the network checks for open calls.
  openNetwork();

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    clearBrowserStorage();
  });

  afterEach(closePages);
}
