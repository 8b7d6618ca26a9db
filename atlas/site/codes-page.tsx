import { BothTexts, Select, StateList } from './controls.tsx';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import { codeText, isLikely } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

/** Where error codes are shown: the screen of `state` shows `code` when the server refuses the call of `port` with this code. */
const OCCURRENCES = Object.entries(data.states).flatMap(([state, { refusals }]) =>
  refusals.flatMap(({ port, codes }) => codes.map((code) => ({ state, port, code }))),
);

const SHOWN_CODES = [...new Set(OCCURRENCES.map(({ code }) => code))].toSorted();

/** The page that lists the states whose screens show an error code. */
export function CodesPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const code = SHOWN_CODES.find((shownCode) => shownCode === route.path) ?? SHOWN_CODES[0] ?? '';
  const { likely = [], unlikely = [] } = Object.groupBy(
    OCCURRENCES.filter((occurrence) => occurrence.code === code).map(({ state, port }) => ({
      state,
      port,
      refusal: `${port}.${code}`,
      hint: labels.port(port),
    })),
    ({ state, port }) => (isLikely(state, port, code) ? 'likely' : 'unlikely'),
  );
  return (
    <article>
      <h1 tabIndex={-1}>{text('codePage')}</h1>
      <div className="choices">
        <Select
          label={text('code')}
          value={code}
          options={SHOWN_CODES.map((shownCode) => [
            shownCode,
            `${shownCode} ${codeText(shownCode, language)}`,
          ])}
          onChoose={(path) => goTo(linkTo({ page: 'codes', path }))}
        />
      </div>
      <dl>
        <BothTexts textIn={(textLanguage) => codeText(code, textLanguage)} />
      </dl>
      <section>
        <h2>
          {text('shownBy')} ({likely.length})
        </h2>
        {likely.length === 0 ? <p>{text('shownNowhere')}</p> : <StateList states={likely} />}
      </section>
      {unlikely.length === 0 ? null : (
        <details>
          <summary>
            {text('shownIfAnswered')} ({unlikely.length})
          </summary>
          <StateList states={unlikely} />
        </details>
      )}
    </article>
  );
}
