import values from 'virtual:atlas-values';
import type { Happening } from '#atlas/screens/types.ts';
import { data, happeningAt, pathTo, placeAt } from './data.ts';
import { innermost } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';
import { speakerOf } from './speakers.ts';
import { useLanguage, useText } from './texts.ts';
import { triggerOf } from './trigger.ts';

function HappeningText({ happening }: { readonly happening: Happening }) {
  const language = useLanguage();
  const { type: _, actorId: __, ...carried } = happening.event;
  return (
    <>
      {triggerOf(happening, language)} <code>{happening.to}</code>{' '}
      <span className="value" title={JSON.stringify(carried)}>
        {values.happeningText(happening, language, data)}
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
  /** What follows after the moment, where an answer with a code of the catalogue is shown. */
  readonly last: Happening | null;
}) {
  const text = useText();
  const speaker = speakerOf(useLanguage());
  const path = pathTo(moment);
  const end = path.length - 1 + (last ? 1 : 0);
  const step = Math.min(route.step ?? end, end);
  const go = (to: number) => {
    goTo(linkTo({ ...route, step: to === end ? null : to }));
  };
  return (
    <section>
      <h2>{text('play')}</h2>
      <div className="tools">
        <button type="button" disabled={step === 0} onClick={() => go(step - 1)}>
          {text('previous')}
        </button>
        <output>
          {step} / {end}
        </output>
        <button type="button" disabled={step === end} onClick={() => go(step + 1)}>
          {text('following')}
        </button>
      </div>
      <ol className="path" start={0}>
        {path.map((each, index) => {
          const happening = happeningAt(each);
          return (
            <li key={each} aria-current={index === step ? 'step' : undefined}>
              <a href={linkTo({ ...route, step: index === end ? null : index })}>
                {innermost(placeAt(each))
                  .map((id) => speaker.state(id))
                  .join(', ')}{' '}
                <code>{innermost(placeAt(each)).join(', ')}</code>
              </a>{' '}
              <span className="what">
                {happening ? <HappeningText happening={happening} /> : text('start')}
              </span>
            </li>
          );
        })}
        {last ? (
          <li aria-current={step === end ? 'step' : undefined}>
            <a href={linkTo({ ...route, step: null })}>{route.state}</a>{' '}
            <span className="what">
              <HappeningText happening={last} />
            </span>
          </li>
        ) : null}
      </ol>
    </section>
  );
}
