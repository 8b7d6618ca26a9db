import values from 'virtual:atlas-values';
import { useEffect, useRef, useState } from 'react';
import { screenOf } from '#atlas/model/screens.ts';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { type PathEvent, TRY_MESSAGE, type TryState } from '#atlas/screens/types.ts';
import type { Language } from '#atlas/words/types.ts';
import { Chart } from './chart.tsx';
import { layoutOf } from './chart-svg.ts';
import { data } from './data.ts';
import { THEME } from './frames.tsx';
import { labelsIn, useTexts } from './labels.ts';
import { codeText, innermostStates, machineIn, machineOf } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';
import { screenAddress } from './screen-address.ts';
import { writePath } from './try-link.ts';

const isTryState = (value: unknown): value is TryState =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === TRY_MESSAGE;

/** Label of an event, an answer, a failure or a timer. */
function eventLabel({ to, event: { type } }: PathEvent, language: Language): string {
  const labels = labelsIn(language);
  const machine = to.split('/').at(-1) ?? to;
  const [, kind, name = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(type) ?? [];
  if (kind === 'done' || kind === 'error') return labels.trigger(machine, { kind, name, ms: null });
  if (!type.startsWith('xstate.after.')) return labels.event(type);
  const timer = machineOf(machine)?.transitions.find(
    (each) => each.kind === 'delay' && type === `xstate.after.${each.name}.${each.source}`,
  );
  return timer ? labels.trigger(machine, timer) : type;
}

/** The path to the first screen of the first journey; from the beginning where there is none. */
const START = pathEventsTo(data, data.states[data.journeys[0]?.states[0] ?? '']?.variants[0]?.moment ?? -1);

/** The codes that a refusal may have. */
const CODES = Object.keys(data.codes);

/** The pending calls of ports with their possible answers, and the timers. */
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
    <ul className="plain world">
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
                {values.refusedWith(answer.event, CODES[0] ?? '') === null ? null : (
                  <select
                    aria-label={`${name}: ${text('withCode')}`}
                    value=""
                    onChange={({ target }) => {
                      const event = values.refusedWith(answer.event, target.value);
                      if (event) onChoose({ to: answer.to, event });
                    }}
                  >
                    <option value="">{text('withCode')}</option>
                    {CODES.map((code) => (
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

/** The real screen on the production machines: the visitor presses and types, and chooses what server, phone and time do. */
export function TryPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<TryState | null>(null);
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const listen = ({ source, data: message }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || !isTryState(message)) return;
      setState(message);
      setIsCopied(null);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const { activeStates = [], pathEvents = [], choices = [] } = state ?? {};
  const here = innermostStates(activeStates);
  const [first = data.root] = here;
  const chart = [screenOf(first), machineIn(first)].find((each) => layoutOf(each, language)) ?? data.root;
  const choose = (pathEvent: PathEvent) =>
    frame.current?.contentWindow?.postMessage({ kind: 'atlas.pathEvent', pathEvent }, '*');
  const linkOf = (path: readonly PathEvent[]) => linkTo({ page: 'try', path: writePath(path) });
  const begin = (path: readonly PathEvent[]) => {
    setRound(round + 1);
    goTo(linkOf(path));
  };
  const copy = () => {
    const link = `${location.href.split('#')[0]}${linkOf(pathEvents)}`;
    history.replaceState(null, '', link);
    // A browser lets no page copy on a file share without TLS.
    const copied =
      'clipboard' in navigator ? navigator.clipboard.writeText(link) : Promise.reject(new Error());
    void copied.then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <article>
      <h1 tabIndex={-1}>{text('tryIt')}</h1>
      <p className="lead">{text('tryHint')}</p>
      <div className="choices">
        <button type="button" onClick={() => begin(START)}>
          {text('fromStart')}
        </button>
        <button
          type="button"
          disabled={pathEvents.length === 0}
          onClick={() => begin(pathEvents.slice(0, -1))}
        >
          {text('oneBack')}
        </button>
        <button type="button" onClick={copy}>
          {text('copyLink')}
        </button>
        <output>{isCopied === null ? '' : text(isCopied ? 'copied' : 'inAddress')}</output>
      </div>
      <p role="status">
        {text('nowAt')}: <b>{here.map((id) => labels.state(id)).join(', ')}</b> <code>{here.join(', ')}</code>
      </p>
      <div className="trying">
        <iframe
          ref={frame}
          key={`${language} ${round}`}
          title={text('tryIt')}
          src={`${screenAddress({ language, theme: THEME, moment: 0 })}&live=${route.path ?? writePath(START)}`}
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
      <Chart chart={chart} state={here[0] ?? null} activeStates={activeStates} />
    </article>
  );
}
