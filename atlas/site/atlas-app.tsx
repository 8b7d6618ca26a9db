import { useEffect, useRef, useState } from 'react';
import {
  CHANGES,
  CODES,
  FILTER,
  JOURNEYS,
  LIMITS,
  MAP,
  REMARKS,
  START,
  TRY,
} from '#atlas/build/page-names.ts';
import { LAYERS } from '#atlas/coverage/layers.ts';
import { screenOf } from '#atlas/model/screens.ts';
import { ChangesPage } from './changes-page.tsx';
import { Chart } from './chart.tsx';
import { hasChart } from './chart-svg.ts';
import { CodesPage } from './codes-page.tsx';
import { activeStatesAt, changes, data, pathTo, proofs, recorded } from './data.ts';
import { FilterPage } from './filter-page.tsx';
import {
  INTERFACE_TEXTS,
  type Language,
  LanguageProvider,
  PROOFS,
  useLanguage,
  useText,
} from './interface-texts.ts';
import { JourneysPage } from './journeys-page.tsx';
import { labelsIn } from './labels.ts';
import { LimitsPage } from './limits-page.tsx';
import { Missing } from './missing.tsx';
import { machineOf, withAncestors } from './model.ts';
import { RemarksPage } from './remarks.tsx';
import { linkTo, type Route, useRoute } from './route.ts';
import { search } from './search.ts';
import { StartPage } from './start-page.tsx';
import { StatePage } from './state-page.tsx';
import { TryPage } from './try-page.tsx';
import { Walkthrough } from './walkthrough.tsx';

const NO_PLACE: readonly string[] = [];

/** The states that are active at the step of the path that the route names. */
function activeStatesOf({ state, look, step }: Route): readonly string[] {
  const variants = state ? (data.states[state]?.variants ?? []) : [];
  const variant = variants.find(({ id }) => id === look) ?? variants[0];
  if (!variant || step === null) return NO_PLACE;
  const path = pathTo(variant.moment);
  return activeStatesAt(path[Math.min(step, path.length - 1)] ?? variant.moment);
}

function Search() {
  const text = useText();
  const [question, setQuestion] = useState('');
  const { shown: hits, all, isWhole } = search(question, useLanguage());
  const count =
    all > hits.length
      ? `${text('found')}: ${all} (${text('firstOnes')}: ${hits.length})`
      : `${text('found')}: ${all}`;
  const found = isWhole ? count : `${text('notWhole')} ${count}`;
  return (
    <search className="search">
      <label htmlFor="question">{text('search')}</label>
      <input
        id="question"
        type="search"
        value={question}
        placeholder={text('searchHint')}
        autoComplete="off"
        onChange={({ target }) => setQuestion(target.value)}
      />
      <p role="status" className="unseen">
        {question.trim() === '' ? '' : hits.length === 0 ? text('nothing') : found}
      </p>
      {question.trim() === '' ? null : (
        <ul className="hits plain" aria-label={text('found')}>
          {hits.length === 0 ? <li>{text('nothing')}</li> : null}
          {all > hits.length || (all > 0 && !isWhole) ? <li className="hint">{found}</li> : null}
          {hits.map(({ kind, name, detail, href }) => (
            <li key={`${kind} ${name} ${href} ${detail}`}>
              <a href={href} onClick={() => setQuestion('')}>
                <span className="kind">{text(kind)}</span> <b>{name}</b>{' '}
                <span className="hint">{detail}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** The pages besides those of the machines, as far as the project has what they show. */
const PAGES = [
  { page: JOURNEYS, name: 'journeys', isThere: data.journeys.length > 0 },
  { page: MAP, name: 'map', isThere: data.map !== null },
  { page: TRY, name: 'tryIt', isThere: data.hasScreens },
  { page: FILTER, name: 'filter', isThere: data.hasScreens },
  { page: LIMITS, name: 'fixed', isThere: data.words.limits.length > 0 },
  { page: CODES, name: 'codePage', isThere: Object.keys(data.codes).length > 0 },
  { page: REMARKS, name: 'remarks', isThere: true },
] as const;

function Contents({ machine, state }: Route) {
  const text = useText();
  const labels = labelsIn(useLanguage());
  const open = machineOf(machine);
  return (
    <nav aria-label={text('charts')}>
      <ul className="plain">
        {PAGES.filter(({ isThere }) => isThere).map(({ page, name }) => (
          <li key={page}>
            <a href={linkTo({ machine: page })} aria-current={machine === page ? 'page' : undefined}>
              {text(name)}
            </a>
          </li>
        ))}
        {changes ? (
          <li>
            <a href={linkTo({ machine: CHANGES })} aria-current={machine === CHANGES ? 'page' : undefined}>
              {text('changes')}
            </a>
          </li>
        ) : null}
        {data.machines.map(({ id }) => (
          <li key={id}>
            <a href={linkTo({ machine: id })} aria-current={id === machine && !state ? 'page' : undefined}>
              {labels.machine(id)}
            </a>
            {open?.id === id ? (
              <ul className="plain states">
                {open.states.slice(1).map((each) => (
                  <li key={each.id} style={{ paddingInlineStart: `${withAncestors(each.id).length - 1}rem` }}>
                    <a
                      href={linkTo({ state: each.id })}
                      aria-current={each.id === state ? 'page' : undefined}
                    >
                      {labels.state(each.id)}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Bar({
  onLanguage,
  hasProofs,
  onProofs,
}: {
  readonly onLanguage: (language: Language) => void;
  readonly hasProofs: boolean;
  readonly onProofs: (hasProofs: boolean) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const unrecorded = LAYERS.filter((layer) => !recorded.includes(layer));
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the header of a page is a landmark, and the screens in frames have theirs
    <header aria-label={text('title')}>
      <button type="button" className="skip" onClick={skip}>
        {text('skip')}
      </button>
      <a className="name" href="#/">
        {text('title')}
      </a>
      <Search />
      {proofs ? (
        <label className="toggle">
          <input type="checkbox" checked={hasProofs} onChange={({ target }) => onProofs(target.checked)} />
          {text('proofs')}
        </label>
      ) : (
        <p className="hint">{text('unproved')}</p>
      )}
      <fieldset className="languages">
        <legend className="unseen">{text('language')}</legend>
        <button type="button" lang="ko" aria-pressed={language === 'ko'} onClick={() => onLanguage('ko')}>
          한국어
        </button>
        <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => onLanguage('en')}>
          English
        </button>
      </fieldset>
      {hasProofs ? (
        <ul className="legend plain">
          {Object.entries(PROOFS).map(([proof, words]) => (
            <li key={proof} className={`proof-${proof}`}>
              {words.symbol} {words[language]}
            </li>
          ))}
          {unrecorded.length > 0 ? (
            <li>
              {text('unrecorded')}: {unrecorded.join(', ')}
            </li>
          ) : null}
        </ul>
      ) : null}
    </header>
  );
}

const skip = () => document.getElementById('content')?.focus();

function firstLanguage(): Language {
  const preferred = new URLSearchParams(location.search).get('lang') ?? navigator.language;
  return preferred.startsWith('ko') ? 'ko' : 'en';
}

/** The atlas shows one state only, for embedding in a wiki page: without search and contents. */
const IS_EMBEDDED = new URLSearchParams(location.search).has('embed');

/** The whole atlas. */
export function Atlas() {
  const route = useRoute();
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [hasProofs, setHasProofs] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { machine, state } = route;

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  useEffect(() => {
    const name = state ?? machine;
    document.title = `${name} · ${language === 'ko' ? '흐름 지도' : 'Flow atlas'}`;
    if (state) main.current?.querySelector<HTMLElement>('article h1')?.focus({ preventScroll: true });
  }, [machine, state, language]);

  const chart = [state && screenOf(state), machine].find((name) => name !== null && hasChart(name));
  return (
    <LanguageProvider value={language}>
      {IS_EMBEDDED ? null : <Bar onLanguage={setLanguage} hasProofs={hasProofs} onProofs={setHasProofs} />}
      <div className={IS_EMBEDDED ? 'embedded' : 'columns'}>
        {IS_EMBEDDED ? null : <Contents {...route} />}
        <main ref={main} id="content" tabIndex={-1} aria-label={INTERFACE_TEXTS.title[language]}>
          {route.isPrint ? (
            <Walkthrough machine={machine} />
          ) : machine === START ? (
            <StartPage />
          ) : machine === JOURNEYS ? (
            <JourneysPage route={route} />
          ) : machine === CODES ? (
            <CodesPage route={route} />
          ) : machine === CHANGES ? (
            <ChangesPage route={route} />
          ) : machine === TRY ? (
            <TryPage key={route.path} route={route} />
          ) : machine === FILTER ? (
            <FilterPage route={route} />
          ) : machine === REMARKS ? (
            <RemarksPage />
          ) : machine === LIMITS ? (
            <LimitsPage />
          ) : (
            <>
              {state || !chart ? null : <Heading machine={machine} />}
              {chart ? (
                <Chart chart={chart} state={state} place={activeStatesOf(route)} hasProofs={hasProofs} />
              ) : state ? null : (
                <Missing />
              )}
            </>
          )}
          {state ? <StatePage key={state} id={state} route={route} /> : null}
        </main>
      </div>
    </LanguageProvider>
  );
}

function Heading({ machine }: { readonly machine: string }) {
  const text = useText();
  const labels = labelsIn(useLanguage());
  const root = machineOf(machine)?.states[0];
  return (
    <>
      <h1>{machine === MAP ? text('map') : labels.machine(machine)}</h1>
      {root ? (
        <>
          <p className="lead">{labels.stateSentence(root.id, root.description)}</p>
          <p>
            <a href={linkTo({ machine, isPrint: true })}>{text('walkthrough')}</a>
          </p>
        </>
      ) : null}
    </>
  );
}
