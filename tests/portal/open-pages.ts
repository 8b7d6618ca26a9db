import { afterEach, beforeEach, vi } from 'vitest';
import type { StartedPortal } from '#src/app/boot/start-portal.tsx';
import { openNetwork } from '#tests/support/network.ts';

/** The network of the pages. It is told before them that a test ends, so they end before it looks. */
export const network = openNetwork();

const open: StartedPortal[] = [];

/** Has a page ended with its test. */
export const leaveLater = (page: StartedPortal): void => {
  open.push(page);
};

/** Ends the pages that are open, as closing the tab does. */
export function leavePages(): void {
  for (const page of open.splice(0)) page.close();
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'language=; Max-Age=0; Path=/';
});

afterEach(leavePages);
