import { chartParts } from '#atlas/charts/drawing/layout.ts';
import { NO_CHANGE_MARKS } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { isLarge, screenOf } from '#atlas/model/screens.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { activeStatesAt } from '#atlas/screens/path-tree.ts';
import { hrefOf } from './chart.tsx';
import { outlineLayout } from './chart-svg.ts';
import { UnknownAddress } from './controls.tsx';
import { data } from './data.ts';
import { Screen } from './frames.tsx';
import { useTexts } from './labels.ts';
import { findMachine, findState, innermostStates, withAncestors } from './model.ts';

const textKeysOf = (id: string): readonly string[] => Object.keys(data.keys[id] ?? {});

const textCountAt = (moment: number): number =>
  innermostStates(activeStatesAt(data, moment)).flatMap(textKeysOf).length;

/**
 * The moment whose screen has the most texts, so that the screen is not one that is still loading. States that invoke a flow are
 * preferred.
 */
function momentWithMostTexts(ids: readonly string[]): number {
  const idsWithFlow = ids.filter((id) => findState(id)?.invokes.some(({ kind }) => kind === 'flow'));
  const moments = (idsWithFlow.length > 0 ? idsWithFlow : ids).flatMap((id) =>
    (data.states[id]?.variants ?? []).map(({ moment }) => moment),
  );
  return moments.reduce((best, moment) => (textCountAt(moment) > textCountAt(best) ? moment : best));
}

/**
 * The screens of a machine to print: a screen for each group of states with the same texts. For a large machine, it is one screen for
 * each direct child state.
 */
function printedScreensOf(model: ChartMachine) {
  const ids = model.states
    .filter(({ id, type }) => type === 'atomic' && data.states[id]?.variants.length)
    .map(({ id }) => id);
  if (isLarge(model))
    return [...Map.groupBy(ids, screenOf)].map(([screen, group]) => ({
      states: [screen],
      moment: momentWithMostTexts(group),
    }));
  const groups = Map.groupBy(ids, (id) => textKeysOf(id).toSorted().join());
  return [...groups.values()].map((states) => ({ states, moment: momentWithMostTexts(states.slice(0, 1)) }));
}

/** Height divided by width of the text of an A4 page, without the titles and the legend of the first page. */
const PAGE_HEIGHT_RATIO = 1.27;

/** The outline of a machine, in a part for each page. */
function Outline({ model }: { readonly model: ChartMachine }) {
  const { language } = useTexts();
  const layout = outlineLayout(model, language);
  return (layout ? chartParts(layout, layout.width * PAGE_HEIGHT_RATIO) : []).map((part) => (
    <div
      key={part.y}
      className="chart whole"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn from the machines and contains no user input
      dangerouslySetInnerHTML={{
        __html: layout ? drawSvg(layout, NO_CHANGE_MARKS, { hrefOf, open: null, active: [], part }) : '',
      }}
    />
  ));
}

function PrintedScreens({ model }: { readonly model: ChartMachine }) {
  const { language, labels } = useTexts();
  const descriptionOf = (id = '') => labels.stateSentence(id, findState(id)?.description ?? null);
  return (
    <ol className="printed-screens plain">
      {printedScreensOf(model).map(({ states, moment }, index) => (
        <li key={moment}>
          <Screen
            view={{ language, theme: 'light', moment }}
            isPaper
            name={`${index + 1}. ${states.map((id) => labels.state(id)).join(', ')}`}
          />
          <p>{descriptionOf(states[0])}</p>
        </li>
      ))}
    </ol>
  );
}

function PrintedTransitions({ model }: { readonly model: ChartMachine }) {
  const { text, labels } = useTexts();
  /** The names of the ancestors of a state and of the state itself, the outermost first. The machine is left out. */
  const namesDownTo = (source: string) =>
    withAncestors(source)
      .filter(({ id, parent }) => parent !== null || id === source)
      .map(({ id }) => labels.state(id))
      .toReversed();
  return (
    <section>
      <h2>{text('next')}</h2>
      <dl className="printed-transitions">
        {[...Map.groupBy(model.transitions, ({ source }) => source)].map(([source, transitions]) => (
          <div key={source}>
            <dt>{namesDownTo(source).join(' › ')}</dt>
            {transitions.map((transition) => (
              <dd key={transition.id}>{labels.transition(model, transition)}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A flow as a document of at most six pages: its outline, its screens, and the transitions of each state. */
export function PrintedFlow({ machine }: { readonly machine: string }) {
  const { text, labels } = useTexts();
  const model = findMachine(machine);
  if (!model) return <UnknownAddress />;
  return (
    <article className="printed-flow">
      <h1 tabIndex={-1}>{labels.state(machine)}</h1>
      <p>
        <button type="button" onClick={() => window.print()}>
          {text('print')}
        </button>
      </p>
      <Outline model={model} />
      <PrintedScreens model={model} />
      <PrintedTransitions model={model} />
    </article>
  );
}
