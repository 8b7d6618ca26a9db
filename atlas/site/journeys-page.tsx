import { Children, type ReactNode } from 'react';
import type { Journey } from '#atlas/config.ts';
import { Select, Table } from './controls.tsx';
import { data } from './data.ts';
import { Screen, THEME } from './frames.tsx';
import { useTexts } from './labels.ts';
import { isLikely, machineIdOf, transitionsIn } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

const withoutDuplicates = (list: readonly string[]): readonly string[] => [...new Set(list)];

/** The error codes with which the server is likely to refuse calls of the flows in a journey. */
function codesOf({ states }: Journey): readonly string[] {
  const flows = states.map(machineIdOf);
  const codes = Object.entries(data.states)
    .filter(([state]) => flows.includes(machineIdOf(state)))
    .flatMap(([state, { refusals }]) =>
      refusals.flatMap(({ port, codes: refusalCodes }) =>
        refusalCodes.filter((code) => isLikely(state, port, code)),
      ),
    );
  return withoutDuplicates(codes).toSorted();
}

/** The screens of a journey in their order, in the language of the atlas. */
export function JourneyStrip({ journey }: { readonly journey: Journey }) {
  const { language, labels } = useTexts();
  return (
    <section>
      <h2>{journey.name[language]}</h2>
      <ol className="strip plain">
        {journey.states.map((state, index) => (
          <li key={state}>
            <Screen
              view={{ language, theme: THEME, moment: data.states[state]?.variants[0]?.moment ?? -1 }}
              name={`${index + 1}. ${labels.state(machineIdOf(state))}`}
              href={linkTo({ state })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A table that compares the fixed times and the error codes of journeys. */
function JourneyFacts({ journeys }: { readonly journeys: readonly Journey[] }) {
  const { text, language, labels } = useTexts();
  const timesOf = ({ states }: Journey): readonly string[] =>
    withoutDuplicates(
      states
        .flatMap(transitionsIn)
        .filter(({ kind }) => kind === 'delay')
        .flatMap(({ source, name }) => labels.fixedValuesOf(machineIdOf(source), name))
        .map(
          (fixedValue) =>
            `${fixedValue[language]}: ${labels.fixedValueInFull(fixedValue)}, ${labels.setBy(fixedValue)}`,
        ),
    );
  const listOf = (items: readonly ReactNode[]) =>
    items.length === 0 ? (
      text('none')
    ) : (
      <ul className="plain">
        {Children.map(items, (item) => (
          <li>{item}</li>
        ))}
      </ul>
    );
  const codeLink = (code: string) => <a href={linkTo({ page: 'codes', path: code })}>{code}</a>;
  return (
    <Table
      heads={[text('what'), ...journeys.map(({ name }) => name[language])]}
      rows={[
        { id: 'times', cells: [text('times'), ...journeys.map((journey) => listOf(timesOf(journey)))] },
        {
          id: 'codes',
          cells: [text('codesLikely'), ...journeys.map((journey) => listOf(codesOf(journey).map(codeLink)))],
        },
      ]}
    />
  );
}

/** The page that shows a journey screen by screen, and a second journey for comparison if it is selected. The address contains the ids. */
export function JourneysPage({ route }: { readonly route: Route }) {
  const { text, language } = useTexts();
  const journeyIds = (route.path ?? '').split('~');
  const [first = data.journeys[0], second] = journeyIds.map((id) =>
    data.journeys.find((journey) => journey.id === id),
  );
  if (!first) return null;
  const selectedJourneys = second && second !== first ? [first, second] : [first];
  const options = data.journeys.map(({ id, name }) => [id, name[language]] as const);
  const choose = (...ids: readonly string[]) =>
    goTo(linkTo({ page: 'journeys', path: ids.filter(Boolean).join('~') }));
  return (
    <article>
      <h1 tabIndex={-1}>{text('journeys')}</h1>
      <div className="choices">
        <Select
          label={text('journey')}
          value={first.id}
          options={options}
          onChoose={(id) => choose(id, second?.id ?? '')}
        />
        <Select
          label={text('compareWith')}
          value={selectedJourneys[1]?.id ?? ''}
          options={[['', text('compareNothing')], ...options.filter(([id]) => id !== first.id)]}
          onChoose={(id) => choose(first.id, id)}
        />
      </div>
      {selectedJourneys.map((journey) => (
        <JourneyStrip key={journey.id} journey={journey} />
      ))}
      <JourneyFacts journeys={selectedJourneys} />
    </article>
  );
}
