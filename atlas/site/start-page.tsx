import type { TextKey } from '#atlas/texts/texts.ts';
import { data } from './data.ts';
import { JourneyStrip } from './journeys-page.tsx';
import { useTexts } from './labels.ts';
import { linkTo } from './route.ts';

const [FIRST_JOURNEY] = data.journeys;

type Question = readonly [page: string, question: TextKey, hint: TextKey, isAnswered: boolean];

/** The most frequent questions, each with the page that answers it. `isAnswered`: the project has the data for the answer. */
const QUESTIONS: readonly Question[] = [
  ['journeys', 'questionJourneys', 'questionJourneysHint', FIRST_JOURNEY !== undefined],
  [data.machines[0]?.id ?? '', 'questionMap', 'questionMapHint', FIRST_JOURNEY === undefined],
  ['fixed', 'questionLimits', 'questionLimitsHint', data.words.fixedValues.length > 0],
  ['codes', 'questionCodes', 'questionCodesHint', Object.keys(data.codes).length > 0],
];

/** The start page: the size of the atlas, the most frequent questions and the first journey. */
export function StartPage() {
  const { text } = useTexts();
  const stateCount = data.machines.reduce((sum, machine) => sum + machine.states.length - 1, 0);
  const screenCount = Object.values(data.states).filter(({ variants }) => variants.length > 0).length;
  return (
    <article>
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p className="lead">{text('startLead')}</p>
      <p>
        {text('charts')} {data.machines.length} · {text('states')} {stateCount}
        {data.hasScreens ? ` · ${text('screens')} ${screenCount}` : ''}
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
      {FIRST_JOURNEY ? <JourneyStrip journey={FIRST_JOURNEY} /> : null}
    </article>
  );
}
