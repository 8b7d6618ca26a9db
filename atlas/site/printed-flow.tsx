import { isLarge, screenOf } from '#atlas/model/screens.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { chartIn } from './chart-svg.ts';
import { data } from './data.ts';
import { Screen } from './frames.tsx';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { Missing } from './missing.tsx';
import { machineOf } from './model.ts';

/** The states with a screen, grouped by the same texts; of a large machine by its screens, whose flows have documents. */
function screensOf(model: ChartMachine): readonly (readonly string[])[] {
  const ids = model.states
    .filter(({ id, type }) => type === 'atomic' && data.states[id]?.variants.length)
    .map(({ id }) => id);
  const textsOf = (id: string): string =>
    Object.keys(data.keys[id] ?? {})
      .toSorted()
      .join();
  return [...Map.groupBy(ids, isLarge(model) ? screenOf : textsOf).values()];
}

function Screens({ model }: { readonly model: ChartMachine }) {
  const language = useLanguage();
  const labels = labelsIn(language);
  return (
    <ol className="printed-screens plain">
      {screensOf(model).map(([first = '', ...others], index) => {
        const screen = isLarge(model) ? screenOf(first) : first;
        const name = [screen, ...(isLarge(model) ? [] : others)].map((id) => labels.state(id)).join(', ');
        const description = model.states.find(({ id }) => id === screen)?.description ?? null;
        return (
          <li key={first}>
            <Screen
              view={{ language, theme: 'light', moment: data.states[first]?.variants[0]?.moment ?? -1 }}
              device="paper"
              name={`${index + 1}. ${name}`}
            />
            <p>{labels.stateSentence(screen, description)}</p>
          </li>
        );
      })}
    </ol>
  );
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
            <dt>{labels.state(source)}</dt>
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
