import { useEffect, useReducer } from 'react';

const SECOND_MS = 1000;

/** A clock, in epoch milliseconds. */
export type Clock = () => number;

/** Whole seconds until `deadline` (epoch milliseconds), rounded up: 0 only when it has passed. */
export function secondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / SECOND_MS));
}

/** Milliseconds until the next change of {@link secondsUntil}. Not for a passed deadline. */
function msUntilNextSecond(deadline: number, now: number): number {
  return deadline - now - (secondsUntil(deadline, now) - 1) * SECOND_MS;
}

/**
 * Seconds left until a deadline, or null without one. Each tick reads the clock again, so that the number is right after a
 * tab was throttled or asleep.
 *
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
