import { type FormEvent, useEffect, useReducer, useState } from 'react';
import { type LiveTimer, timersOf } from './actors.ts';
import { spanOf, timeOf } from './format.ts';
import type { Inspection } from './inspection.ts';

const SECOND_MS = 1000;
const REDRAW_INTERVAL_MS = 250;
/** A day: longer than any delay of a machine. */
const MAX_JUMP = 86_400;

/** Renders again at an interval, because the remaining time changes without an event. */
function useRedraw(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const interval = setInterval(redraw, REDRAW_INTERVAL_MS);
    return () => clearInterval(interval);
  }, []);
}

const Row = ({ timer, now }: { readonly timer: LiveTimer; readonly now: number }) => (
  <li>
    <b>{timer.name}</b> <b className="number">{spanOf(Math.max(0, timer.dueAt - now))}</b> left, at{' '}
    <span className="number">{timeOf(timer.dueAt)}</span>
    <small>{timer.state}</small>
  </li>
);

/** The delayed transitions that have not fired, and the clock. */
export function Timers({ inspection }: { readonly inspection: Inspection }) {
  const { clock, portal, movesServerClock, jump } = inspection;
  const [isJumping, setIsJumping] = useState(false);
  const [failure, setFailure] = useState('');
  const [typed, setTyped] = useState('60');
  useRedraw();
  const now = clock.now();
  const timers = timersOf(portal);
  const [next] = timers;

  const jumpBy = (ms: number) => {
    setIsJumping(true);
    setFailure('');
    jump(ms)
      .catch((error: unknown) => setFailure(String(error)))
      .finally(() => setIsJumping(false));
  };
  const jumpByTyped = (event: FormEvent) => {
    event.preventDefault();
    jumpBy(Number(typed) * SECOND_MS);
  };

  return (
    <section aria-label="Timers">
      <h2>Timers</h2>
      {timers.length === 0 ? (
        <p className="muted">No timer is set.</p>
      ) : (
        <ul className="timers">
          {timers.map((timer) => (
            <Row key={timer.id} timer={timer} now={now} />
          ))}
        </ul>
      )}
      <p className="muted">
        The clock shows <span className="number">{timeOf(now)}</span>, {spanOf(clock.ahead)} ahead.{' '}
        {movesServerClock
          ? 'A jump also moves the clocks of server and lab.'
          : "A jump does not move the server's clock."}
      </p>
      <form className="tools" onSubmit={jumpByTyped}>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(SECOND_MS)}>
          +1 s
        </button>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(10 * SECOND_MS)}>
          +10 s
        </button>
        <button
          type="button"
          disabled={isJumping || !next}
          onClick={() => next && jumpBy(Math.max(0, next.dueAt - clock.now()))}
        >
          To the next timer
        </button>
        <label>
          Seconds
          <input
            type="number"
            min="0"
            max={MAX_JUMP}
            step="any"
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
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
