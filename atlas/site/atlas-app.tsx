import { type ReactNode, useEffect, useRef, useState } from 'react';
import { screenOf } from '#atlas/model/screens.ts';
import type { TextKey } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { Chart } from './chart.tsx';
import { layoutOf } from './chart-svg.ts';
import { CodesPage } from './codes-page.tsx';
import { UnknownAddress } from './controls.tsx';
import { data } from './data.ts';
import { FixedValuesPage } from './fixed-values-page.tsx';
import { JourneysPage } from './journeys-page.tsx';
import { LanguageProvider, labelsIn, useTexts } from './labels.ts';
import { findMachine } from './model.ts';
import { PrintedFlow } from './printed-flow.tsx';
import { RemarksPage } from './remarks.tsx';
import { linkTo, type Route, useRoute } from './route.ts';
import { Search } from './search-box.tsx';
import { StartPage } from './start-page.tsx';
import { StatePage } from './state-page.tsx';
import { TextsPage } from './texts-page.tsx';
import { TryPage } from './try-page.tsx';

/** The pages of the atlas that do not belong to a machine. `isListed`: the list of contents has a link to the page. */
const PAGES: readonly {
  readonly page: string;
  readonly name: TextKey;
  readonly isListed: boolean;
  readonly Page: (props: { readonly route: Route }) => ReactNode;
}[] = [
  { page: 'start', name: 'title', isListed: false, Page: StartPage },
  { page: 'journeys', name: 'journeys', isListed: data.journeys.length > 0, Page: JourneysPage },
  { page: 'try', name: 'tryIt', isListed: data.hasScreens, Page: TryPage },
  { page: 'fixed', name: 'fixed', isListed: data.words.fixedValues.length > 0, Page: FixedValuesPage },
  { page: 'texts', name: 'texts', isListed: Object.keys(data.textSources).length > 0, Page: TextsPage },
  { page: 'codes', name: 'codePage', isListed: Object.keys(data.codes).length > 0, Page: CodesPage },
  { page: 'remarks', name: 'remarks', isListed: true, Page: RemarksPage },
];

function Contents({ page, state }: Route) {
  const { text, labels } = useTexts();
  const links = [
    ...PAGES.filter(({ isListed }) => isListed).map((entry) => [entry.page, text(entry.name)] as const),
    ...data.machines.map(({ id }) => [id, labels.state(id)] as const),
  ];
  return (
    <nav aria-label={text('charts')}>
      <ul className="plain">
        {links.map(([linkedPage, name]) => (
          <li key={linkedPage}>
            <a
              href={linkTo({ page: linkedPage })}
              aria-current={linkedPage === page ? (state ? 'true' : 'page') : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Header({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { text, language } = useTexts();
  const otherLanguage = language === 'ko' ? 'en' : 'ko';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the header of a page is a landmark, and the screens in frames have theirs
    <header aria-label={text('title')}>
      <button type="button" className="unseen" onClick={() => document.getElementById('content')?.focus()}>
        {text('skip')}
      </button>
      <a className="name" href="#/">
        {text('title')}
      </a>
      <Search />
      <button type="button" lang={otherLanguage} onClick={() => onLanguage(otherLanguage)}>
        {otherLanguage === 'ko' ? '한국어' : 'English'}
      </button>
    </header>
  );
}

const initialLanguage = (): Language =>
  (new URLSearchParams(location.search).get('lang') ?? navigator.language).startsWith('ko') ? 'ko' : 'en';

/** The page of a machine: its chart, and the page of the open state if a state is open. */
function MachinePage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const { page, state } = route;
  const chart = [state ? screenOf(state) : page, page].find((chartId) => layoutOf(chartId, language));
  const root = findMachine(page)?.states[0];
  return (
    <>
      {root && !state ? (
        <>
          <h1>{labels.state(page)}</h1>
          <p className="lead">{labels.stateSentence(root.id, root.description)}</p>
          <p>
            <a href={linkTo({ page, isPrint: true })}>{text('printFlow')}</a>
          </p>
        </>
      ) : null}
      {chart ? <Chart chart={chart} state={state} /> : null}
      {state ? <StatePage key={state} id={state} route={route} /> : chart ? null : <UnknownAddress />}
    </>
  );
}

/** The atlas: its header, the list of contents and the page of the current address. */
export function Atlas() {
  const route = useRoute();
  const [language, setLanguage] = useState<Language>(initialLanguage);
  const main = useRef<HTMLElement>(null);
  const { page, state, path } = route;
  const name = labelsIn(language).text('title');

  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${state ?? page} · ${name}`;
    if (state && !path)
      main.current?.querySelector<HTMLElement>('article h1')?.focus({ preventScroll: true });
  }, [page, state, path, language, name]);

  const Page = PAGES.find((entry) => entry.page === page)?.Page;
  return (
    <LanguageProvider value={language}>
      <Header onLanguage={setLanguage} />
      <div className="columns">
        <Contents {...route} />
        <main ref={main} id="content" tabIndex={-1} aria-label={name}>
          {route.isPrint ? (
            <PrintedFlow machine={page} />
          ) : Page ? (
            <Page key={`${page} ${page === 'try' ? path : ''}`} route={route} />
          ) : (
            <MachinePage route={route} />
          )}
        </main>
      </div>
    </LanguageProvider>
  );
}
