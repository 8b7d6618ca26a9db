import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus to the title when what had it has gone from the page, whoever took it away: a step within a step, a
 * poll or a timer as well. A person who has pressed beside every control keeps the focus nowhere.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
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
