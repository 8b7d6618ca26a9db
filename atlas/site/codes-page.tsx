import values from 'virtual:atlas-values';
import { CODES } from '#atlas/build/page-names.ts';
import { codeText } from './codes.ts';
import { data } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { goTo, linkTo, type Route } from './route.ts';

type Place = { readonly state: string; readonly port: string };

const ALL: readonly string[] = [
  ...new Set(Object.values(data.states).flatMap(({ refusals }) => refusals.flatMap(({ codes }) => codes))),
].toSorted();

/** Where a code shows, if the server answers with it. */
const placesOf = (code: string): readonly Place[] =>
  Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.filter(({ codes }) => codes.includes(code)).map(({ port }) => ({ state, port })),
  );

function Places({ code, places }: { readonly code: string; readonly places: readonly Place[] }) {
  const labels = labelsIn(useLanguage());
  return (
    <ul className="plain">
      {places.map(({ state, port }) => (
        <li key={`${state} ${port}`}>
          <a href={linkTo({ state, refusal: `${port}.${code}` })}>
            {labels.machine(state.split('.')[0] ?? '')}: {labels.state(state)}
          </a>{' '}
          <span className="hint">{labels.port(port)}</span> <code>{state}</code>
        </li>
      ))}
    </ul>
  );
}

/** From the code of an error to the screens that show it. */
export function CodesPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const code = ALL.find((each) => each === route.path) ?? ALL[0] ?? '';
  const places = placesOf(code);
  const isLikely = ({ state, port }: Place) => values.isLikely(state.split('.')[0] ?? '', port, code);
  const likely = places.filter(isLikely);
  const others = places.filter((place) => !isLikely(place));
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('codePage')}</h1>
      <div className="choices">
        <label className="select">
          {text('code')}
          <select
            value={code}
            onChange={({ target }) => goTo(linkTo({ machine: CODES, path: target.value }))}
          >
            {ALL.map((each) => (
              <option key={each} value={each}>
                {each} {codeText(each, language)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <dl className="facts">
        <div>
          <dt>한국어</dt>
          <dd lang="ko">{codeText(code, 'ko')}</dd>
        </div>
        <div>
          <dt>English</dt>
          <dd lang="en">{codeText(code, 'en')}</dd>
        </div>
      </dl>
      <section>
        <h2>
          {text('shownBy')} ({likely.length})
        </h2>
        {likely.length === 0 ? <p>{text('shownNowhere')}</p> : <Places code={code} places={likely} />}
      </section>
      {others.length === 0 ? null : (
        <details>
          <summary>
            {text('shownIfAnswered')} ({others.length})
          </summary>
          <Places code={code} places={others} />
        </details>
      )}
    </article>
  );
}
