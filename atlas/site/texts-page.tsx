import { TEXTS } from '#atlas/build/page-names.ts';
import { plainMessage } from '#atlas/words/plain-message.ts';
import { data, noScreenReason } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { Missing } from './missing.tsx';
import { linkTo, type Route } from './route.ts';

function Text({ name }: { readonly name: string }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const source = data.textSources[name];
  const shown = Object.entries(data.keys).filter(([, keys]) => Object.hasOwn(keys, name));
  if (!source) return <Missing />;
  return (
    <>
      <dl className="facts">
        {(['ko', 'en'] as const).map((each) => (
          <div key={each}>
            <dt>{each === 'ko' ? '한국어' : 'English'}</dt>
            <dd lang={each}>
              <mark>{plainMessage(data.texts[each][name] ?? '')}</mark>
            </dd>
          </div>
        ))}
        <div>
          <dt>{text('source')}</dt>
          <dd>
            <code>{name}</code>, <code>{source.file}</code>
          </dd>
        </div>
        <div>
          <dt>{text('setBy')}</dt>
          <dd>{labels.setBy(source)}</dd>
        </div>
      </dl>
      <section>
        <h2>
          {text('screens')} ({shown.length})
        </h2>
        {shown.length === 0 ? <p>{noScreenReason(name)?.[language]}</p> : null}
        <ul className="plain">
          {shown.map(([state, keys]) => (
            <li key={state}>
              <a href={linkTo({ state, variant: keys[name] ?? null })}>
                {labels.machine(state.split('.')[0] ?? '')}: {labels.state(state)}
              </a>{' '}
              <code>{state}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** A text with its source and its screens; without one, the texts that no screen shows, with the reasons. */
export function TextsPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('texts')}</h1>
      {route.path ? <Text name={route.path} /> : null}
      {route.path ? null : <p>{text('textsWithoutScreenHint')}</p>}
      {(route.path ? [] : data.textsWithoutScreen).map(({ reason, keys }) => (
        <section key={reason.en}>
          <h2>{reason[language]}</h2>
          <ul className="plain">
            {keys.map((key) => (
              <li key={key}>
                <a href={linkTo({ machine: TEXTS, path: key })}>
                  {plainMessage(data.texts[language][key] ?? '')}
                </a>{' '}
                <code>{key}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
