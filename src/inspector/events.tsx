import { useState } from 'react';
import type { InspectedEvent } from './feed.ts';
import { timeOf } from './format.ts';

const START_EVENT = 'xstate.init';

const Row = ({ entry }: { readonly entry: InspectedEvent }) => {
  const payload = JSON.stringify(entry.payload);
  const isIgnored = entry.transitions.length === 0 && entry.type !== START_EVENT;
  return (
    <li>
      <details>
        <summary>
          <span className="number">{timeOf(entry.at)}</span> <span className="muted">{entry.machine}</span>{' '}
          <b>{entry.type}</b> {isIgnored ? <i>no transition</i> : null}{' '}
          <code>{payload === '{}' ? '' : payload}</code>
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

/** The last events, the newest first. */
export function Events({
  inspected,
  session,
}: {
  readonly inspected: readonly InspectedEvent[];
  /** The selected actor. */
  readonly session: string;
}) {
  const [showsSelectedOnly, setShowsSelectedOnly] = useState(false);
  const shownEvents = showsSelectedOnly ? inspected.filter((entry) => entry.session === session) : inspected;
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
          <Row key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
