import type { ChartMachine } from '#atlas/model/types.ts';
import { chartIn } from './chart-svg.ts';
import { data } from './data.ts';
import { Screen } from './frames.tsx';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { Missing } from './missing.tsx';
import { machineOf } from './model.ts';

/** The states that show the same texts: one screen. */
function screensOf({ states }: ChartMachine): readonly (readonly string[])[] {
  const shown = states.filter(({ id, type }) => type === 'atomic' && data.states[id]?.variants.length);
  const textsOf = (id: string): string =>
    Object.keys(data.keys[id] ?? {})
      .toSorted()
      .join();
  return [...Map.groupBy(shown, ({ id }) => textsOf(id)).values()].map((group) => group.map(({ id }) => id));
}

function Screens({ model }: { readonly model: ChartMachine }) {
  const language = useLanguage();
  const labels = labelsIn(language);
  return (
    <ol className="sheet plain">
      {screensOf(model).map(([first = '', ...others], index) => (
        <li key={first}>
          <Screen
            view={{ language, theme: 'light', moment: data.states[first]?.variants[0]?.moment ?? -1 }}
            device="paper"
            name={`${index + 1}. ${[first, ...others].map((id) => labels.state(id)).join(', ')}`}
          />
          <p>
            {labels.stateSentence(first, model.states.find(({ id }) => id === first)?.description ?? null)}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Transitions({ model }: { readonly model: ChartMachine }) {
  const text = useText();
  const labels = labelsIn(useLanguage());
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text('state')}</th>
          <th scope="col">{text('next')}</th>
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(model.transitions, ({ source }) => source)].map(([source, transitions]) => (
          <tr key={source}>
            <th scope="row">{labels.state(source)}</th>
            <td>
              {transitions.map((transition) => (
                <p key={transition.id}>{labels.transition(model, transition)}</p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A flow to be printed in the language of the atlas: its chart, its screens, and what can happen in each state. */
export function Walkthrough({ machine }: { readonly machine: string }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const model = machineOf(machine);
  if (!model) return <Missing />;
  return (
    <article className="walkthrough">
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
