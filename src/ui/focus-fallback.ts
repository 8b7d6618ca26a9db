import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the title when the focused element disappears. When nothing had the focus, nothing happens.
 */
export function useFocusFallback(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = frame.current;
    if (!screen) return undefined;
    let focused: Element | null = document.activeElement;
    const storeFocused = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || focused?.isConnected) return;
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
