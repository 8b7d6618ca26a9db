import { BothTexts, Select, StateList } from './controls.tsx';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import { codeText, isLikely } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

/** Each state, port and code for which the state's screen shows the code if the server answers the port with it. */
const OCCURRENCES = Object.entries(data.states).flatMap(([state, { refusals }]) =>
  refusals.flatMap(({ port, codes }) => codes.map((code) => ({ state, port, code }))),
);

const SHOWN_CODES = [...new Set(OCCURRENCES.map(({ code }) => code))].toSorted();

/** The screens that show an error code. */
export function CodesPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const code = SHOWN_CODES.find((each) => each === route.path) ?? SHOWN_CODES[0] ?? '';
  const [likely = [], others = []] = [true, false].map((wanted) =>
    OCCURRENCES.filter((each) => each.code === code && isLikely(each.state, each.port, code) === wanted).map(
      ({ state, port }) => ({ state, refusal: `${port}.${code}`, hint: labels.port(port) }),
    ),
  );
  return (
    <article>
      <h1 tabIndex={-1}>{text('codePage')}</h1>
      <div className="choices">
        <Select
          label={text('code')}
          value={code}
          options={SHOWN_CODES.map((each) => [each, `${each} ${codeText(each, language)}`])}
          onChoose={(path) => goTo(linkTo({ page: 'codes', path }))}
        />
      </div>
      <dl>
        <BothTexts textIn={(each) => codeText(code, each)} />
      </dl>
      <section>
        <h2>
          {text('shownBy')} ({likely.length})
        </h2>
        {likely.length === 0 ? <p>{text('shownNowhere')}</p> : <StateList states={likely} />}
      </section>
      {others.length === 0 ? null : (
        <details>
          <summary>
            {text('shownIfAnswered')} ({others.length})
          </summary>
          <StateList states={others} />
        </details>
      )}
    </article>
  );
}
