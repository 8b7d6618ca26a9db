import type * as ReactDom from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

const roots: Root[] = [];

vi.mock('react-dom/client', async (original) => {
  const actual = await original<typeof ReactDom>();
  return {
    ...actual,
    createRoot: (...given: Parameters<typeof actual.createRoot>) => {
      const root = actual.createRoot(...given);
      roots.push(root);
      return root;
    },
  };
});

/** Ends the pages that were loaded, as closing the tab does. */
export function leavePages(): void {
  for (const root of roots.splice(0)) root.unmount();
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = 'language=; Max-Age=0; Path=/';
});

afterEach(leavePages);
