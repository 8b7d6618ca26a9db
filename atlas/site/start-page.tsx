import type { TextKey } from '#atlas/texts/texts.ts';
import { data } from './data.ts';
import { JourneyStrip } from './journeys-page.tsx';
import { useTexts } from './labels.ts';
import { linkTo } from './route.ts';

const [JOURNEY] = data.journeys;

type Question = readonly [page: string, question: TextKey, hint: TextKey, isAnswered: boolean];

/** The most frequent questions. */
const QUESTIONS: readonly Question[] = [
  ['journeys', 'questionJourneys', 'questionJourneysHint', JOURNEY !== undefined],
  [data.machines[0]?.id ?? '', 'questionMap', 'questionMapHint', JOURNEY === undefined],
  ['fixed', 'questionLimits', 'questionLimitsHint', data.words.fixedValues.length > 0],
  ['codes', 'questionCodes', 'questionCodesHint', Object.keys(data.codes).length > 0],
];

/** The start page: an overview and the most frequent questions. */
export function StartPage() {
  const { text } = useTexts();
  const states = data.machines.reduce((sum, machine) => sum + machine.states.length - 1, 0);
  const screens = Object.values(data.states).filter(({ variants }) => variants.length > 0).length;
  return (
    <article>
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p className="lead">{text('startLead')}</p>
      <p>
        {text('charts')} {data.machines.length} · {text('states')} {states}
        {data.hasScreens ? ` · ${text('screens')} ${screens}` : ''}
      </p>
      <h2>{text('questions')}</h2>
      <ul className="questions plain">
        {QUESTIONS.filter(([, , , isAnswered]) => isAnswered).map(([page, question, hint]) => (
          <li key={page}>
            <a href={linkTo({ page })}>
              <b>{text(question)}</b>
              <span className="hint">{text(hint)}</span>
            </a>
          </li>
        ))}
      </ul>
      {JOURNEY ? <JourneyStrip journey={JOURNEY} /> : null}
    </article>
  );
}
