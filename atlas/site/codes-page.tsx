import values from 'virtual:atlas-values';
import { CODES } from '#atlas/build/page-names.ts';
import { codeText } from './codes.ts';
import { data } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { goTo, linkTo, type Route } from './route.ts';

type Occurrence = { readonly state: string; readonly port: string };

const ALL_CODES: readonly string[] = [
  ...new Set(Object.values(data.states).flatMap(({ refusals }) => refusals.flatMap(({ codes }) => codes))),
].toSorted();

/** The states that show a code, if the server answers their port with it. */
const occurrencesOf = (code: string): readonly Occurrence[] =>
  Object.entries(data.states).flatMap(([state, { refusals }]) =>
    refusals.filter(({ codes }) => codes.includes(code)).map(({ port }) => ({ state, port })),
  );

function Occurrences({
  code,
  occurrences,
}: {
  readonly code: string;
  readonly occurrences: readonly Occurrence[];
}) {
  const labels = labelsIn(useLanguage());
  return (
    <ul className="plain">
      {occurrences.map(({ state, port }) => (
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

/** The screens that show an error code. */
export function CodesPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const code = ALL_CODES.find((each) => each === route.path) ?? ALL_CODES[0] ?? '';
  const occurrences = occurrencesOf(code);
  const isLikely = ({ state, port }: Occurrence) => values.isLikely(state.split('.')[0] ?? '', port, code);
  const likely = occurrences.filter(isLikely);
  const others = occurrences.filter((each) => !isLikely(each));
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
            {ALL_CODES.map((each) => (
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
        {likely.length === 0 ? (
          <p>{text('shownNowhere')}</p>
        ) : (
          <Occurrences code={code} occurrences={likely} />
        )}
      </section>
      {others.length === 0 ? null : (
        <details>
          <summary>
            {text('shownIfAnswered')} ({others.length})
          </summary>
          <Occurrences code={code} occurrences={others} />
        </details>
      )}
    </article>
  );
}
