import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the title when the focused element disappears, for whatever reason. When nothing had the
 * focus, nothing happens.
 */
export function useFocusFallback(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = frame.current;
    if (!screen) return undefined;
    let holder: Element | null = document.activeElement;
    const note = ({ target }: FocusEvent) => {
      holder = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || holder?.isConnected) return;
      screen.querySelector('h1')?.focus();
    });
    document.addEventListener('focusin', note);
    observer.observe(screen, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [frame]);
}
