import { isLarge, screenOf } from '#atlas/model/screens.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { chartIn } from './chart-svg.ts';
import { activeStatesAt, data } from './data.ts';
import { Screen } from './frames.tsx';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { Missing } from './missing.tsx';
import { innermostStates, machineOf, stateOf, withAncestors } from './model.ts';

/** A screen of the document: the state that names it, the others with the same screen, and the moment that shows it. */
type PrintedScreen = { readonly state: string; readonly others: readonly string[]; readonly moment: number };

const keysOf = (id: string): readonly string[] => Object.keys(data.keys[id] ?? {});

const textsAt = (moment: number): number => innermostStates(activeStatesAt(moment)).flatMap(keysOf).length;

/** The moment that shows the most texts, of the states that run a flow where there are any: not one that still loads. */
function richestMoment(ids: readonly string[]): number {
  const running = ids.filter((id) => stateOf(id)?.invokes.some(({ kind }) => kind === 'flow'));
  const moments = (running.length > 0 ? running : ids).flatMap((id) =>
    (data.states[id]?.variants ?? []).map(({ moment }) => moment),
  );
  return moments.reduce(
    (best, moment) => (textsAt(moment) > textsAt(best) ? moment : best),
    moments[0] ?? -1,
  );
}

/** The screens of a machine: states with the same texts are one; of a large machine there is one for each screen. */
function screensOf(model: ChartMachine): readonly PrintedScreen[] {
  const ids = model.states
    .filter(({ id, type }) => type === 'atomic' && data.states[id]?.variants.length)
    .map(({ id }) => id);
  if (isLarge(model))
    return [...Map.groupBy(ids, screenOf)].map(([state, group]) => ({
      state,
      others: [],
      moment: richestMoment(group),
    }));
  const groups = Map.groupBy(ids, (id) => keysOf(id).toSorted().join());
  return [...groups.values()].map(([state = '', ...others]) => ({
    state,
    others,
    moment: data.states[state]?.variants[0]?.moment ?? -1,
  }));
}

function Screens({ model }: { readonly model: ChartMachine }) {
  const language = useLanguage();
  const labels = labelsIn(language);
  return (
    <ol className="printed-screens plain">
      {screensOf(model).map(({ state, others, moment }, index) => (
        <li key={state}>
          <Screen
            view={{ language, theme: 'light', moment }}
            device="paper"
            name={`${index + 1}. ${[state, ...others].map((id) => labels.state(id)).join(', ')}`}
          />
          <p>{labels.stateSentence(state, stateOf(state)?.description ?? null)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The ids from the state right below the machine down to a state; the machine itself for its own transitions. */
function pathOf(source: string): readonly string[] {
  const [, ...path] = withAncestors(source)
    .map(({ id }) => id)
    .toReversed();
  return path.length > 0 ? path : [source];
}

function Transitions({ model }: { readonly model: ChartMachine }) {
  const text = useText();
  const labels = labelsIn(useLanguage());
  return (
    <section>
      <h2>{text('next')}</h2>
      <dl className="printed-transitions">
        {[...Map.groupBy(model.transitions, ({ source }) => source)].map(([source, transitions]) => (
          <div key={source}>
            <dt>
              {pathOf(source)
                .map((id) => labels.state(id))
                .join(' › ')}
            </dt>
            {transitions.map((transition) => (
              <dd key={transition.id}>{labels.transition(model, transition)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A flow as a document of at most six pages: its chart, its screens, and the transitions of each state. */
export function PrintedFlow({ machine }: { readonly machine: string }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const model = machineOf(machine);
  if (!model) return <Missing />;
  return (
    <article className="printed-flow">
      <h1 tabIndex={-1}>{labels.machine(machine)}</h1>
      <p>
        <button type="button" onClick={() => window.print()}>
          {text('print')}
        </button>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn by the page from the machines, nothing that somebody has typed */}
      <div className="chart whole" dangerouslySetInnerHTML={{ __html: chartIn(machine, language) }} />
      <Screens model={model} />
      <Transitions model={model} />
    </article>
  );
}
