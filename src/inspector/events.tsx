import { useState } from 'react';
import type { InspectedEvent } from './feed.ts';
import { formatTimeOfDay } from './format.ts';

/** The type of the event with which XState starts an actor. */
const START_EVENT = 'xstate.init';

const EventRow = ({ entry }: { readonly entry: InspectedEvent }) => {
  const payload = JSON.stringify(entry.payload);
  const isIgnored = entry.transitions.length === 0 && entry.type !== START_EVENT;
  return (
    <li>
      <details>
        <summary>
          <span className="number">{formatTimeOfDay(entry.at)}</span>{' '}
          <span className="muted">{entry.machine}</span> <b>{entry.type}</b>{' '}
          {isIgnored ? <i>no transition</i> : null} <code>{payload === '{}' ? '' : payload}</code>
        </summary>
        <pre>{JSON.stringify(entry.payload, null, 2)}</pre>
        {entry.transitions.map((id, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transition can occur twice, and their order never changes
          <code key={index} className="transition">
            {id}
          </code>
        ))}
      </details>
    </li>
  );
};

/** The list of the last events. The newest event is the first. */
export function Events({
  inspected,
  sessionId,
}: {
  readonly inspected: readonly InspectedEvent[];
  /** The session id of the selected actor. */
  readonly sessionId: string;
}) {
  const [showsSelectedOnly, setShowsSelectedOnly] = useState(false);
  const shownEvents = showsSelectedOnly
    ? inspected.filter((entry) => entry.sessionId === sessionId)
    : inspected;
  return (
    <section aria-label="Events">
      <h2>Last events</h2>
      <label>
        <input
          type="checkbox"
          checked={showsSelectedOnly}
          onChange={(event) => setShowsSelectedOnly(event.target.checked)}
        />
        Only events of the selected actor
      </label>
      <ol className="events">
        {shownEvents.toReversed().map((entry) => (
          <EventRow key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
