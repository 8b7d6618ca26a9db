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
  chosen,
  onChoose,
}: {
  readonly actors: readonly LiveActor[];
  readonly chosen: LiveActor;
  readonly onChoose: (path: string) => void;
}) {
  return (
    <ul className="tree">
      {actors.map(({ ref, path, depth, machine }) => (
        <li key={ref.sessionId} style={{ paddingInlineStart: `${depth}rem` }}>
          {machine === null ? (
            <span className="muted">{path.split('/').at(-1)} (port)</span>
          ) : (
            <button type="button" aria-pressed={ref === chosen.ref} onClick={() => onChoose(path)}>
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
  /** The edge of the page at which it is docked, or another place. */
  readonly placement: string;
}) {
  const { feed, portal } = inspection;
  const inspected = useSyncExternalStore(feed.subscribe, feed.events);
  const [path, setPath] = useState<string | null>(null);
  const [view, setView] = useState<View>('screen');

  const actors = actorsIn(portal);
  const root: LiveActor = { ref: portal, path: 'portal', depth: 0, machine: 'portal' };
  const chosen = actors.find((actor) => actor.path === path) ?? newestFlow(actors) ?? root;
  const machine = chosen.machine ?? '';
  const session = chosen.ref.sessionId;
  const last = inspected.findLast((entry) => entry.session === session && entry.transitions.length > 0);
  const states = statesOf(chosen.ref);
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
              onChange={(event) => setPath(event.target.checked ? null : chosen.path)}
            />
            Follow the newest flow
          </label>
          <Tree actors={actors} chosen={chosen} onChoose={setPath} />
        </section>
        <Timers inspection={inspection} />
      </div>
      <div className="column">
        <section aria-label="Where it is" className="where">
          <h2>
            {chosen.path}: <output>{innermostStatesOf(chosen.ref)}</output>
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
            taken={last?.transitions ?? []}
            placement={placement}
          />
        </section>
        <details>
          <summary>Context, masked</summary>
          <pre>{JSON.stringify(mask({ ...machineSnapshotOf(chosen.ref)?.context }), null, 2)}</pre>
        </details>
      </div>
      <div className="column">
        <Send key={session} actor={chosen.ref} path={chosen.path} />
        <Events inspected={inspected} session={session} />
      </div>
    </div>
  );
}
