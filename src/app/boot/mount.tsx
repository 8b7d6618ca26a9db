import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import { PRESSED } from '#wire/first-screen.ts';

declare global {
  interface Window {
    [PRESSED]?: HTMLButtonElement | null;
  }
}

/**
 * Whether the portal starts with the screen that a server may have put into the page (`src/first-screen.tsx`): its
 * switcher marks a language, as it does not for `jp`.
 */
const isFirstScreen = (snapshot: PortalSnapshot): boolean =>
  snapshot.matches('id-entry') &&
  snapshot.context.locale !== 'jp' &&
  snapshot.context.session.person.userId === '' &&
  snapshot.context.session.flow.company === '';

/**
 * Puts the portal into its element. The first screen of the page, when the server has put one there, is taken
 * over as it stands, so that neither typed text nor a syllable in the making is lost, and a button that was
 * pressed already is pressed now. Any other screen takes its place, and what was typed moves along when it has
 * the same field.
 */
export function mount(root: HTMLElement, app: ReactNode, start: PortalSnapshot): Root {
  if (root.firstElementChild && isFirstScreen(start)) {
    const drawn = flushSync(() => hydrateRoot(root, app));
    window[PRESSED]?.click();
    return drawn;
  }
  const typed = root.querySelector('input')?.value ?? '';
  const name = root.querySelector('input')?.name ?? '';
  const drawn = createRoot(root);
  flushSync(() => drawn.render(app));
  if (typed !== '') type(root.querySelector(`input[name="${name}"]`), typed);
  return drawn;
}

/** Types as a person would: the view hears of it. */
function type(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
