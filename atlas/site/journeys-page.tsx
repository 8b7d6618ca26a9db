import values from 'virtual:atlas-values';
import type { ReactNode } from 'react';
import { CODES, JOURNEYS } from '#atlas/build/page-names.ts';
import type { Journey } from '#atlas/config.ts';
import { data } from './data.ts';
import { type TextKey, useLanguage, useText } from './interface-texts.ts';
import { JourneyStrip } from './journey.tsx';
import { labelsIn } from './labels.ts';
import { transitionsIn } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

const flowOf = (state: string): string => state.split('.')[0] ?? '';

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];

/** The calls of the flows of a journey. */
const callsOf = ({ states }: Journey): readonly string[] =>
  unique(states.flatMap((state) => Object.values(data.calls[flowOf(state)] ?? {}).flat()));

/** The error codes that the flows of a journey can get. */
const codesOf = ({ states }: Journey): readonly string[] => {
  const flows = states.map(flowOf);
  return unique(
    Object.entries(data.states)
      .filter(([state]) => flows.includes(flowOf(state)))
      .flatMap(([state, { refusals }]) =>
        refusals.flatMap(({ port, codes }) =>
          codes.filter((code) => values.isLikely(flowOf(state), port, code)),
        ),
      ),
  ).toSorted();
};

function Facts({ journeys }: { readonly journeys: readonly Journey[] }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const timesOf = ({ states }: Journey): readonly string[] =>
    unique(
      states
        .flatMap(transitionsIn)
        .filter(({ kind }) => kind === 'delay')
        .flatMap(({ source, name }) => labels.limitsOf(flowOf(source), name))
        .map((limit) => `${limit[language]}: ${labels.limitInFull(limit)}, ${labels.setBy(limit)}`),
    );
  const listed = (items: readonly ReactNode[]) =>
    items.length === 0 ? (
      text('none')
    ) : (
      <ul className="plain">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
          <li key={index}>{item}</li>
        ))}
      </ul>
    );
  const rows: readonly (readonly [TextKey, (journey: Journey) => ReactNode])[] = [
    ['count', ({ states }) => states.length],
    ['times', (journey) => listed(timesOf(journey))],
    ['callsMade', (journey) => listed(callsOf(journey).map((call) => <code key={call}>{call}</code>))],
    [
      'codesLikely',
      (journey) =>
        listed(
          codesOf(journey).map((code) => (
            <a key={code} href={linkTo({ machine: CODES, path: code })}>
              {code}
            </a>
          )),
        ),
    ],
  ];
  return (
    <table className="limits beside">
      <thead>
        <tr>
          <td />
          {journeys.map(({ id, name }) => (
            <th key={id} scope="col">
              {name[language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, of]) => (
          <tr key={key}>
            <th scope="row">{text(key)}</th>
            {journeys.map((journey) => (
              <td key={journey.id}>{of(journey)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A journey screen by screen, and another one to compare; the choice is part of the link. */
export function JourneysPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const wanted = (route.path ?? '').split('~');
  const [one = data.journeys[0], other] = wanted.map((id) => data.journeys.find((each) => each.id === id));
  if (!one) return null;
  const chosen = other && other !== one ? [one, other] : [one];
  const choose = (ids: readonly (string | undefined)[]) => {
    goTo(linkTo({ machine: JOURNEYS, path: ids.filter(Boolean).join('~') }));
  };
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('journeys')}</h1>
      <div className="choices">
        <label className="select">
          {text('journey')}
          <select value={one.id} onChange={({ target }) => choose([target.value, other?.id])}>
            {data.journeys.map(({ id, name }) => (
              <option key={id} value={id}>
                {name[language]}
              </option>
            ))}
          </select>
        </label>
        <label className="select">
          {text('compareWith')}
          <select
            value={chosen.length > 1 ? other?.id : ''}
            onChange={({ target }) => choose([one.id, target.value])}
          >
            <option value="">{text('compareNothing')}</option>
            {data.journeys
              .filter(({ id }) => id !== one.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name[language]}
                </option>
              ))}
          </select>
        </label>
      </div>
      {chosen.map((journey) => (
        <section key={journey.id}>
          <h2>{journey.name[language]}</h2>
          <JourneyStrip journey={journey} />
        </section>
      ))}
      <Facts journeys={chosen} />
    </article>
  );
}
