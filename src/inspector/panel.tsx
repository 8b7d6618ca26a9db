import { useState, useSyncExternalStore } from 'react';
import {
  actorsIn,
  innermostStatesOf,
  type LiveActor,
  machineSnapshotOf,
  newestFlow,
  statesOf,
} from './actors.ts';
import { Chart } from './chart.tsx';
import { chartsOf, VIEWS, type View } from './charts.ts';
import { Events } from './events.tsx';
import type { Inspection } from './inspection.ts';
import { mask } from './mask.ts';
import { Send } from './send.tsx';
import { Timers } from './timers.tsx';

/** The tree of running actors, in which the person chooses an actor. */
function ActorTree({
  actors,
  selected,
  onChoose,
}: {
  readonly actors: readonly LiveActor[];
  readonly selected: LiveActor;
  readonly onChoose: (path: string) => void;
}) {
  return (
    <ul className="tree">
      {actors.map(({ ref, path, depth, machine }) => (
        <li key={ref.sessionId} style={{ paddingInlineStart: `${depth}rem` }}>
          {machine === null ? (
            <span className="muted">{path.split('/').at(-1)} (port)</span>
          ) : (
            <button type="button" aria-pressed={ref === selected.ref} onClick={() => onChoose(path)}>
              {path.split('/').at(-1)} <small>{innermostStatesOf(ref)}</small>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The content of the inspector: the running actors, their charts, events and timers. */
export function Panel({
  inspection,
  placement,
}: {
  readonly inspection: Inspection;
  /** Where the panel is: the side of the page, or `window` for a separate window. */
  readonly placement: string;
}) {
  const { feed, portal } = inspection;
  const inspected = useSyncExternalStore(feed.subscribe, feed.events);
  /** The path of the chosen actor; null to select the newest flow. */
  const [chosenPath, setChosenPath] = useState<string | null>(null);
  const [view, setView] = useState<View>('screen');

  const actors = actorsIn(portal);
  const root: LiveActor = { ref: portal, path: 'portal', depth: 0, machine: 'portal' };
  const selected = actors.find((actor) => actor.path === chosenPath) ?? newestFlow(actors) ?? root;
  const machine = selected.machine ?? '';
  const sessionId = selected.ref.sessionId;
  const lastEvent = inspected.findLast(
    (entry) => entry.sessionId === sessionId && entry.transitions.length > 0,
  );
  const states = statesOf(selected.ref);
  const charts = chartsOf(machine, states);
  const views = Object.keys(charts) as View[];

  return (
    <div className="panel">
      <div className="column">
        <section aria-label="Actors">
          <h2>Actors</h2>
          <label>
            <input
              type="checkbox"
              checked={chosenPath === null}
              onChange={(event) => setChosenPath(event.target.checked ? null : selected.path)}
            />
            Follow the newest flow
          </label>
          <ActorTree actors={actors} selected={selected} onChoose={setChosenPath} />
        </section>
        <Timers inspection={inspection} />
      </div>
      <div className="column">
        <section aria-label="Current states" className="states">
          <h2>
            {selected.path}: <output>{innermostStatesOf(selected.ref)}</output>
          </h2>
          {views.length > 1 ? (
            <label>
              Chart
              <select
                value={charts[view] ? view : 'machine'}
                onChange={(event) => setView(event.target.value as View)}
              >
                {views.map((option) => (
                  <option key={option} value={option}>
                    {VIEWS[option]}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <Chart
            name={charts[view] ?? machine}
            states={states}
            transitions={lastEvent?.transitions ?? []}
            placement={placement}
          />
        </section>
        <details>
          <summary>Context, masked</summary>
          <pre>{JSON.stringify(mask({ ...machineSnapshotOf(selected.ref)?.context }), null, 2)}</pre>
        </details>
      </div>
      <div className="column">
        <Send key={sessionId} actor={selected.ref} path={selected.path} />
        <Events inspected={inspected} sessionId={sessionId} />
      </div>
    </div>
  );
}
