import values from 'virtual:atlas-values';
import { useRef, useState } from 'react';
import { screenOf } from '#atlas/model/screens.ts';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import type { PathEvent } from '#atlas/screens/types.ts';
import type { Language } from '#atlas/words/types.ts';
import { Chart } from './chart.tsx';
import { layoutOf } from './chart-svg.ts';
import { data } from './data.ts';
import { THEME, useScreenMessages } from './frames.tsx';
import { labelsIn, useTexts } from './labels.ts';
import { codeText, findMachine, innermostStates, machineIdOf } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';
import { readPath, screenAddress, type TryState } from './screen-address.ts';

/** The label of an event of a path: an event, an answer, a failure or the end of a timer. */
function eventLabel({ to, event: { type } }: PathEvent, language: Language): string {
  const labels = labelsIn(language);
  const machine = to.split('/').at(-1) ?? to;
  const [, kind, name = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(type) ?? [];
  if (kind === 'done' || kind === 'error') return labels.trigger(machine, { kind, name, ms: null });
  if (!type.startsWith('xstate.after.')) return labels.event(type);
  const timer = findMachine(machine)?.transitions.find(
    ({ kind: triggerKind, name: delayName, source }) =>
      triggerKind === 'delay' && type === `xstate.after.${delayName}.${source}`,
  );
  return timer ? labels.trigger(machine, timer) : type;
}

/** The path to the first screen of the first journey; empty when the project has no journeys. */
const START_PATH = pathEventsTo(
  data,
  data.states[data.journeys[0]?.states[0] ?? '']?.variants[0]?.moment ?? -1,
);

/** The error codes with which the reader can refuse a call. */
const ERROR_CODES = Object.keys(data.codes);

/** Buttons for the possible answers of pending ports, and for the ends of timers. */
function Choices({
  choices,
  onChoose,
}: {
  readonly choices: readonly PathEvent[];
  readonly onChoose: (pathEvent: PathEvent) => void;
}) {
  const { text, language } = useTexts();
  if (choices.length === 0) return <p>{text('yourTurn')}</p>;
  const groups = Map.groupBy(choices, ({ to, event }) => `${to} ${event.type}`);
  return (
    <ul className="plain outside-events">
      {[...groups].map(([key, answers]) => {
        const name = answers[0] ? eventLabel(answers[0], language) : key;
        return (
          <li key={key}>
            <h3>{name}</h3>
            {answers.map((answer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers of a port have an order and no names
              <p key={index}>
                <button type="button" onClick={() => onChoose(answer)}>
                  {values.pathEventText(answer, language, data) || text('trigger')}
                </button>
                {values.refusedWith(answer.event, ERROR_CODES[0] ?? '') === null ? null : (
                  <select
                    aria-label={`${name}: ${text('withCode')}`}
                    value=""
                    onChange={({ target }) => {
                      const event = values.refusedWith(answer.event, target.value);
                      if (event) onChoose({ to: answer.to, event });
                    }}
                  >
                    <option value="">{text('withCode')}</option>
                    {ERROR_CODES.map((code) => (
                      <option key={code} value={code}>
                        {code} {codeText(code, language)}
                      </option>
                    ))}
                  </select>
                )}
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The page "Try it", which runs a real screen on the production machines. The reader uses the screen, and chooses the answers of ports
 * and the ends of timers.
 */
export function TryPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [start] = useState(() => readPath(route.path) ?? START_PATH);
  const [state, setState] = useState<TryState | null>(null);
  const linkOf = (path: readonly PathEvent[]) => linkTo({ page: 'try', path: JSON.stringify(path) });
  useScreenMessages(frame, (message) => {
    setState(message.state);
    if (message.state) history.replaceState(null, '', linkOf(message.state.pathEvents));
  });

  const { activeStates = [], pathEvents = [], choices = [] } = state ?? {};
  const currentStates = innermostStates(activeStates);
  const [firstState = data.root] = currentStates;
  const chart =
    [screenOf(firstState), machineIdOf(firstState)].find((chartId) => layoutOf(chartId, language)) ??
    data.root;
  const choose = (pathEvent: PathEvent) => frame.current?.contentWindow?.postMessage({ pathEvent }, '*');
  return (
    <article>
      <h1 tabIndex={-1}>{text('tryIt')}</h1>
      <p className="lead">{text('tryHint')}</p>
      <div className="choices">
        <button type="button" onClick={() => goTo(linkOf(START_PATH))}>
          {text('fromStart')}
        </button>
        <button
          type="button"
          disabled={pathEvents.length === 0}
          onClick={() => goTo(linkOf(pathEvents.slice(0, -1)))}
        >
          {text('oneBack')}
        </button>
      </div>
      <p role="status">
        {text('nowAt')}: <b>{currentStates.map((id) => labels.state(id)).join(', ')}</b>{' '}
        <code>{currentStates.join(', ')}</code>
      </p>
      <div className="trying">
        <iframe
          ref={frame}
          title={text('tryIt')}
          src={screenAddress({ language, theme: THEME, moment: 0, live: start })}
          width={360}
          height={680}
        />
        <section aria-label={text('outside')}>
          <h2>{text('outside')}</h2>
          <Choices choices={choices} onChoose={choose} />
          <h2>{text('pathHere')}</h2>
          <ol>
            {pathEvents.map((pathEvent, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path only grows
              <li key={index}>
                {eventLabel(pathEvent, language)}{' '}
                <span className="value">{values.pathEventText(pathEvent, language, data)}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <Chart chart={chart} state={currentStates[0] ?? null} activeStates={activeStates} />
    </article>
  );
}
