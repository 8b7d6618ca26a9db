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

function Tree({
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

/** The visible state of the live actors. */
export function Panel({
  inspection,
  placement,
}: {
  readonly inspection: Inspection;
  /** The edge of the page at which the panel is docked, or `window`. */
  readonly placement: string;
}) {
  const { feed, portal } = inspection;
  const inspected = useSyncExternalStore(feed.subscribe, feed.events);
  const [path, setPath] = useState<string | null>(null);
  const [view, setView] = useState<View>('screen');

  const actors = actorsIn(portal);
  const root: LiveActor = { ref: portal, path: 'portal', depth: 0, machine: 'portal' };
  const selected = actors.find((actor) => actor.path === path) ?? newestFlow(actors) ?? root;
  const machine = selected.machine ?? '';
  const session = selected.ref.sessionId;
  const lastEvent = inspected.findLast((entry) => entry.session === session && entry.transitions.length > 0);
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
              checked={path === null}
              onChange={(event) => setPath(event.target.checked ? null : selected.path)}
            />
            Follow the newest flow
          </label>
          <Tree actors={actors} selected={selected} onChoose={setPath} />
        </section>
        <Timers inspection={inspection} />
      </div>
      <div className="column">
        <section aria-label="Current states" className="where">
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
                {views.map((name) => (
                  <option key={name} value={name}>
                    {VIEWS[name]}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <Chart
            name={charts[view] ?? machine}
            states={states}
            taken={lastEvent?.transitions ?? []}
            placement={placement}
          />
        </section>
        <details>
          <summary>Context, masked</summary>
          <pre>{JSON.stringify(mask({ ...machineSnapshotOf(selected.ref)?.context }), null, 2)}</pre>
        </details>
      </div>
      <div className="column">
        <Send key={session} actor={selected.ref} path={selected.path} />
        <Events inspected={inspected} session={session} />
      </div>
    </div>
  );
}
