import { type FormEvent, useEffect, useReducer, useState } from 'react';
import { type LiveTimer, timersOf } from './actors.ts';
import { formatDuration, formatTimeOfDay } from './format.ts';
import type { Inspection } from './inspection.ts';

const SECOND_MS = 1000;
const REDRAW_INTERVAL_MS = 250;
/** The maximum jump: a day, which is longer than any delay of a machine. */
const MAX_JUMP_SECONDS = 86_400;

/** Renders the view again at an interval, because the remaining time changes without an event. */
function useRedraw(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const interval = setInterval(redraw, REDRAW_INTERVAL_MS);
    return () => clearInterval(interval);
  }, []);
}

const TimerRow = ({ timer, now }: { readonly timer: LiveTimer; readonly now: number }) => (
  <li>
    <b>{timer.name}</b> <b className="number">{formatDuration(Math.max(0, timer.dueAt - now))}</b> left, at{' '}
    <span className="number">{formatTimeOfDay(timer.dueAt)}</span>
    <small>{timer.state}</small>
  </li>
);

/** The list of the timers that have not fired, and the controls that advance the clock. */
export function Timers({ inspection }: { readonly inspection: Inspection }) {
  const { clock, portal, movesServerClock, jump } = inspection;
  const [isJumping, setIsJumping] = useState(false);
  const [failure, setFailure] = useState('');
  const [typedSeconds, setTypedSeconds] = useState('60');
  useRedraw();
  const now = clock.now();
  const timers = timersOf(portal);
  const [nextTimer] = timers;

  const jumpBy = (ms: number) => {
    setIsJumping(true);
    setFailure('');
    jump(ms)
      .catch((error: unknown) => setFailure(String(error)))
      .finally(() => setIsJumping(false));
  };
  const jumpByTypedSeconds = (event: FormEvent) => {
    event.preventDefault();
    jumpBy(Number(typedSeconds) * SECOND_MS);
  };

  return (
    <section aria-label="Timers">
      <h2>Timers</h2>
      {timers.length === 0 ? (
        <p className="muted">No timer is set.</p>
      ) : (
        <ul className="timers">
          {timers.map((timer) => (
            <TimerRow key={timer.id} timer={timer} now={now} />
          ))}
        </ul>
      )}
      <p className="muted">
        The clock shows <span className="number">{formatTimeOfDay(now)}</span>, {formatDuration(clock.ahead)}{' '}
        ahead.{' '}
        {movesServerClock
          ? 'A jump also moves the clocks of server and lab.'
          : "A jump does not move the server's clock."}
      </p>
      <form className="tools" onSubmit={jumpByTypedSeconds}>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(SECOND_MS)}>
          +1 s
        </button>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(10 * SECOND_MS)}>
          +10 s
        </button>
        <button
          type="button"
          disabled={isJumping || !nextTimer}
          onClick={() => nextTimer && jumpBy(Math.max(0, nextTimer.dueAt - clock.now()))}
        >
          To the next timer
        </button>
        <label>
          Seconds
          <input
            type="number"
            min="0"
            max={MAX_JUMP_SECONDS}
            step="any"
            required
            value={typedSeconds}
            onChange={(event) => setTypedSeconds(event.target.value)}
          />
        </label>
        <button type="submit" disabled={isJumping}>
          Jump
        </button>
      </form>
      {failure === '' ? null : <p role="alert">{failure}</p>}
    </section>
  );
}
