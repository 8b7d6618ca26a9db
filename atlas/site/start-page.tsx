import { CODES, JOURNEYS, LIMITS, MAP } from '#atlas/build/page-names.ts';
import { data } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { JourneyStrip } from './journey.tsx';
import { linkTo } from './route.ts';

const QUESTIONS = [
  {
    page: JOURNEYS,
    question: 'questionJourneys',
    hint: 'questionJourneysHint',
    isThere: data.journeys.length > 0,
  },
  {
    page: data.map ? MAP : (data.machines[0]?.id ?? ''),
    question: 'questionMap',
    hint: 'questionMapHint',
    isThere: data.journeys.length === 0,
  },
  {
    page: LIMITS,
    question: 'questionLimits',
    hint: 'questionLimitsHint',
    isThere: data.words.limits.length > 0,
  },
  {
    page: CODES,
    question: 'questionCodes',
    hint: 'questionCodesHint',
    isThere: Object.keys(data.codes).length > 0,
  },
] as const;

/** The start page: an overview and the most frequent questions. */
export function StartPage() {
  const text = useText();
  const language = useLanguage();
  const [journey] = data.journeys;
  const states = data.machines.reduce((sum, machine) => sum + machine.states.length - 1, 0);
  const screens = Object.values(data.states).filter(({ variants }) => variants.length > 0).length;
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p className="lead">{text('startLead')}</p>
      <p>
        {text('charts')} {data.machines.length} · {text('states')} {states}
        {data.hasScreens ? ` · ${text('screens')} ${screens}` : ''}
      </p>
      <h2>{text('questions')}</h2>
      <ul className="questions plain">
        {QUESTIONS.filter(({ isThere }) => isThere).map(({ page, question, hint }) => (
          <li key={page}>
            <a href={linkTo({ machine: page })}>
              <b>{text(question)}</b>
              <span className="hint">{text(hint)}</span>
            </a>
          </li>
        ))}
      </ul>
      {journey ? (
        <section>
          <h2>{journey.name[language]}</h2>
          <JourneyStrip journey={journey} />
        </section>
      ) : null}
    </article>
  );
}
