import { type FormEvent, useEffect, useReducer, useState } from 'react';
import { type LiveTimer, timersOf } from './actors.ts';
import { spanOf, timeOf } from './format.ts';
import type { Inspection } from './inspection.ts';

const SECOND = 1000;
const REDRAWN_EVERY = 250;
/** A day: longer than any delay of a machine. */
const MAX_JUMP = 86_400;

/** Renders again at an interval, because the remaining time changes without an event. */
function useRedraw(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const interval = setInterval(redraw, REDRAWN_EVERY);
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
  const passTyped = (event: FormEvent) => {
    event.preventDefault();
    jumpBy(Number(typed) * SECOND);
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
        The clock says <span className="number">{timeOf(now)}</span>, {spanOf(clock.ahead)} ahead.{' '}
        {movesServerClock ? 'Server and lab go along.' : "The server's clock stays: it is not ours to move."}
      </p>
      <form className="tools" onSubmit={passTyped}>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(SECOND)}>
          +1 s
        </button>
        <button type="button" disabled={isJumping} onClick={() => jumpBy(10 * SECOND)}>
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
