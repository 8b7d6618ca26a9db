import values from 'virtual:atlas-values';
import type { PathEvent } from '#atlas/screens/types.ts';
import { activeStatesAt, data, pathEventAt, pathTo } from './data.ts';
import { eventLabel } from './event-label.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { innermostStates } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

function PathEventText({ pathEvent }: { readonly pathEvent: PathEvent }) {
  const language = useLanguage();
  const { type: _, actorId: __, ...carried } = pathEvent.event;
  return (
    <>
      {eventLabel(pathEvent, language)} <code>{pathEvent.to}</code>{' '}
      <span className="value" title={JSON.stringify(carried)}>
        {values.pathEventText(pathEvent, language, data)}
      </span>
    </>
  );
}

/** The path to a moment, to be gone through step by step. */
export function Path({
  moment,
  route,
  last,
}: {
  readonly moment: number;
  readonly route: Route;
  /** The answer after the moment, where an error code is shown. */
  readonly last: PathEvent | null;
}) {
  const text = useText();
  const labels = labelsIn(useLanguage());
  const path = pathTo(moment);
  const end = path.length - 1 + (last ? 1 : 0);
  const step = Math.min(route.step ?? end, end);
  const go = (to: number) => {
    goTo(linkTo({ ...route, step: to === end ? null : to }));
  };
  return (
    <section>
      <h2>{text('pathHere')}</h2>
      <div className="tools">
        <button type="button" disabled={step === 0} onClick={() => go(step - 1)}>
          {text('previousStep')}
        </button>
        <output>
          {step} / {end}
        </output>
        <button type="button" disabled={step === end} onClick={() => go(step + 1)}>
          {text('nextStep')}
        </button>
      </div>
      <ol className="path" start={0}>
        {path.map((each, index) => {
          const pathEvent = pathEventAt(each);
          return (
            <li key={each} aria-current={index === step ? 'step' : undefined}>
              <a href={linkTo({ ...route, step: index === end ? null : index })}>
                {innermostStates(activeStatesAt(each))
                  .map((id) => labels.state(id))
                  .join(', ')}{' '}
                <code>{innermostStates(activeStatesAt(each)).join(', ')}</code>
              </a>{' '}
              <span className="what">
                {pathEvent ? <PathEventText pathEvent={pathEvent} /> : text('start')}
              </span>
            </li>
          );
        })}
        {last ? (
          <li aria-current={step === end ? 'step' : undefined}>
            <a href={linkTo({ ...route, step: null })}>{route.state}</a>{' '}
            <span className="what">
              <PathEventText pathEvent={last} />
            </span>
          </li>
        ) : null}
      </ol>
    </section>
  );
}
