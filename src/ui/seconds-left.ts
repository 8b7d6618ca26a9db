import { useEffect, useReducer } from 'react';

const SECOND_MS = 1000;

/** Returns the current time in epoch milliseconds. */
export type Clock = () => number;

/**
 * The whole seconds until a deadline, rounded up, so that the result is 0 only when the deadline is reached. Both
 * parameters are epoch milliseconds.
 */
export function secondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / SECOND_MS));
}

/** The milliseconds until the result of {@link secondsUntil} changes. The deadline must be in the future. */
function msUntilNextSecond(deadline: number, now: number): number {
  return deadline - now - (secondsUntil(deadline, now) - 1) * SECOND_MS;
}

/**
 * Returns the seconds left until a deadline, and renders the view again every second. Null if the deadline is null.
 * Every tick reads the clock, so that the number is correct after the browser has paused the tab.
 * @param deadline epoch milliseconds
 */
export function useSecondsLeft(deadline: number | null, now: Clock = Date.now): number | null {
  const [, render] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (deadline === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      render();
      if (secondsUntil(deadline, now()) > 0) timer = setTimeout(tick, msUntilNextSecond(deadline, now()));
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [deadline, now]);

  return deadline === null ? null : secondsUntil(deadline, now());
}
