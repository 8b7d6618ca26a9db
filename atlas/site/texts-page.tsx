import { plainMessage } from '#atlas/words/plain-message.ts';
import { BothTexts, Fact, StateList, UnknownAddress } from './controls.tsx';
import { data, noScreenReason } from './data.ts';
import { useTexts } from './labels.ts';
import { statesShowing } from './model.ts';
import { linkTo, type Route } from './route.ts';

function TextFacts({ name }: { readonly name: string }) {
  const { text, language, labels } = useTexts();
  const source = data.textSources[name];
  if (!source) return <UnknownAddress />;
  const showingStates = statesShowing(name);
  return (
    <>
      <dl>
        <BothTexts textIn={(textLanguage) => plainMessage(data.texts[textLanguage][name] ?? '')} />
        <Fact term={text('source')}>
          <code>{name}</code>, <code>{source.file}</code>
        </Fact>
        <Fact term={text('setBy')}>{labels.setBy(source)}</Fact>
      </dl>
      <section>
        <h2>
          {text('screens')} ({showingStates.length})
        </h2>
        {showingStates.length === 0 ? (
          <p>{noScreenReason(name)?.[language]}</p>
        ) : (
          <StateList states={showingStates} />
        )}
      </section>
    </>
  );
}

/** The page of a text with its source and its screens. Without a selected text, it lists the texts that no screen shows, with the reasons. */
export function TextsPage({ route }: { readonly route: Route }) {
  const { text, language } = useTexts();
  return (
    <article>
      <h1 tabIndex={-1}>{text('texts')}</h1>
      {route.path ? <TextFacts name={route.path} /> : <p>{text('textsWithoutScreenHint')}</p>}
      {(route.path ? [] : data.textsWithoutScreen).map(({ reason, keys }) => (
        <section key={reason.en}>
          <h2>{reason[language]}</h2>
          <ul className="plain">
            {keys.map((key) => (
              <li key={key}>
                <a href={linkTo({ page: 'texts', path: key })}>
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
