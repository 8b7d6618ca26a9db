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
  TEXTS,
  TRY,
} from '#atlas/build/page-names.ts';
import { COVERAGE_MARKS, SUITES } from '#atlas/coverage/coverage.ts';
import { screenOf } from '#atlas/model/screens.ts';
import type { Language } from '#atlas/words/types.ts';
import { ChangesPage } from './changes-page.tsx';
import { Chart } from './chart.tsx';
import { hasChart } from './chart-svg.ts';
import { CodesPage } from './codes-page.tsx';
import { activeStatesAt, changes, coverage, data, pathTo, recordedSuites } from './data.ts';
import { FilterPage } from './filter-page.tsx';
import { INTERFACE_TEXTS, LanguageProvider, useLanguage, useText } from './interface-texts.ts';
import { JourneysPage } from './journeys-page.tsx';
import { labelsIn } from './labels.ts';
import { LimitsPage } from './limits-page.tsx';
import { Missing } from './missing.tsx';
import { machineOf, withAncestors } from './model.ts';
import { PrintedFlow } from './printed-flow.tsx';
import { RemarksPage } from './remarks.tsx';
import { goTo, linkTo, type Route, useRoute } from './route.ts';
import { search } from './search.ts';
import { StartPage } from './start-page.tsx';
import { StatePage } from './state-page.tsx';
import { TextsPage } from './texts-page.tsx';
import { TryPage } from './try-page.tsx';

const NO_STATES: readonly string[] = [];

/** The active states at the step that the route names. */
function activeStatesOf({ state, variant, step }: Route): readonly string[] {
  const variants = state ? (data.states[state]?.variants ?? []) : [];
  const shown = variants.find(({ id }) => id === variant) ?? variants[0];
  if (!shown || step === null) return NO_STATES;
  const path = pathTo(shown.moment);
  return activeStatesAt(path[Math.min(step, path.length - 1)] ?? shown.moment);
}

function Search() {
  const text = useText();
  const [question, setQuestion] = useState('');
  const { shown: hits, all, hasEveryWord } = search(question, useLanguage());
  const count =
    all > hits.length
      ? `${text('found')}: ${all} (${text('shownFirst')}: ${hits.length})`
      : `${text('found')}: ${all}`;
  const open = (href: string) => {
    setQuestion('');
    goTo(href);
  };
  const summary = hasEveryWord ? count : `${text('partialHits')} ${count}`;
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
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing && hits[0]) open(hits[0].href);
        }}
      />
      <p role="status" className="unseen">
        {question.trim() === '' ? '' : hits.length === 0 ? text('noHits') : summary}
      </p>
      {question.trim() === '' ? null : (
        <ul className="hits plain" aria-label={text('found')}>
          {hits.length === 0 ? <li>{text('noHits')}</li> : null}
          {all > hits.length || (all > 0 && !hasEveryWord) ? <li className="hint">{summary}</li> : null}
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

/** The pages besides those of the machines; `isThere` unless the project has no data for one. */
const PAGES = [
  { page: JOURNEYS, name: 'journeys', isThere: data.journeys.length > 0 },
  { page: MAP, name: 'map', isThere: data.map !== null },
  { page: TRY, name: 'tryIt', isThere: data.hasScreens },
  { page: FILTER, name: 'filter', isThere: data.hasScreens },
  { page: LIMITS, name: 'fixed', isThere: data.words.limits.length > 0 },
  { page: TEXTS, name: 'texts', isThere: Object.keys(data.textSources).length > 0 },
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
  showsCoverage,
  onCoverage,
}: {
  readonly onLanguage: (language: Language) => void;
  readonly showsCoverage: boolean;
  readonly onCoverage: (showsCoverage: boolean) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const unrecorded = SUITES.filter((suite) => !recordedSuites.includes(suite));
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
      {coverage ? (
        <label className="toggle">
          <input
            type="checkbox"
            checked={showsCoverage}
            onChange={({ target }) => onCoverage(target.checked)}
          />
          {text('showCoverage')}
        </label>
      ) : (
        <p className="hint">{text('noCoverage')}</p>
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
      {showsCoverage ? (
        <ul className="legend plain">
          {Object.values(COVERAGE_MARKS).map(({ name, symbol, meaning }) => (
            <li key={name}>
              {symbol} {meaning[language]}
            </li>
          ))}
          {unrecorded.length > 0 ? (
            <li>
              {text('notRecorded')}: {unrecorded.join(', ')}
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

/** Embedded in a page such as of a wiki, the atlas shows one state, without search and contents. */
const IS_EMBEDDED = new URLSearchParams(location.search).has('embed');

/** The whole atlas. */
export function Atlas() {
  const route = useRoute();
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [showsCoverage, setShowsCoverage] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { machine, state, path } = route;

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  useEffect(() => {
    const name = state ?? machine;
    document.title = `${name} · ${language === 'ko' ? '흐름 지도' : 'Flow atlas'}`;
    if (state && !path)
      main.current?.querySelector<HTMLElement>('article h1')?.focus({ preventScroll: true });
  }, [machine, state, path, language]);

  const chart = [state && screenOf(state), machine].find((name) => name !== null && hasChart(name));
  return (
    <LanguageProvider value={language}>
      {IS_EMBEDDED ? null : (
        <Bar onLanguage={setLanguage} showsCoverage={showsCoverage} onCoverage={setShowsCoverage} />
      )}
      <div className={IS_EMBEDDED ? 'embedded' : 'columns'}>
        {IS_EMBEDDED ? null : <Contents {...route} />}
        <main ref={main} id="content" tabIndex={-1} aria-label={INTERFACE_TEXTS.title[language]}>
          {route.isPrint ? (
            <PrintedFlow machine={machine} />
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
          ) : machine === TEXTS ? (
            <TextsPage route={route} />
          ) : machine === LIMITS ? (
            <LimitsPage route={route} />
          ) : (
            <>
              {state || !chart ? null : <Heading machine={machine} />}
              {chart ? (
                <Chart
                  chart={chart}
                  state={state}
                  activeStates={activeStatesOf(route)}
                  showsCoverage={showsCoverage}
                />
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
            <a href={linkTo({ machine, isPrint: true })}>{text('printFlow')}</a>
          </p>
        </>
      ) : null}
    </>
  );
}
