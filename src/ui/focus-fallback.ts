import { type RefObject, useEffect } from 'react';

/**
 * Focuses the title of the screen when the focused element disappears.
 * @param frame the element around the screen
 */
export function useFocusFallback(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = frame.current;
    if (!screen) return undefined;
    let lastFocused: Element | null = document.activeElement;
    const storeFocused = ({ target }: FocusEvent) => {
      lastFocused = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || lastFocused?.isConnected) return;
      screen.querySelector('h1')?.focus();
    });
    document.addEventListener('focusin', storeFocused);
    observer.observe(screen, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', storeFocused);
      observer.disconnect();
    };
  }, [frame]);
}
