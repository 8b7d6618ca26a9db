import values from 'virtual:atlas-values';
import { useEffect, useRef, useState } from 'react';
import { TRY } from '#atlas/build/page-names.ts';
import { screenOf } from '#atlas/model/screens.ts';
import type { PathEvent, TryState } from '#atlas/screens/types.ts';
import { Chart } from './chart.tsx';
import { hasChart } from './chart-svg.ts';
import { codeText } from './codes.ts';
import { data } from './data.ts';
import { eventLabel } from './event-label.ts';
import { copyText } from './export.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { innermostStates } from './model.ts';
import { RadioGroup } from './radio-group.tsx';
import { goTo, type Route } from './route.ts';
import { screenAddress } from './screen-address.ts';
import { readPath, writePath } from './try-link.ts';

const isState = (value: unknown): value is TryState =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'atlas.try';

/** A pending call of a port with its possible answers, or a timer. */
type Group = { readonly key: string; readonly name: string; readonly choices: readonly PathEvent[] };

function groupsOf(choices: readonly PathEvent[], language: 'ko' | 'en'): readonly Group[] {
  const groups = Map.groupBy(choices, ({ to, event }) => `${to} ${event.type}`);
  return [...groups].map(([key, group]) => ({
    key,
    name: group[0] ? eventLabel(group[0], language) : key,
    choices: group,
  }));
}

/** The codes that a refusal may have. */
const CODES = Object.keys(data.codes);

function Choices({
  choices,
  onChoose,
}: {
  readonly choices: readonly PathEvent[];
  readonly onChoose: (pathEvent: PathEvent) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const groups = groupsOf(choices, language);
  if (groups.length === 0) return <p>{text('yourTurn')}</p>;
  return (
    <ul className="plain world">
      {groups.map(({ key, name, choices: answers }) => (
        <li key={key}>
          <h3>{name}</h3>
          {answers.map((answer, index) => {
            const said = values.pathEventText(answer, language, data);
            const canRefuse = values.refusedWith(answer.event, CODES[0] ?? '') !== null;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers of a port have an order and no names
              <p key={index}>
                <button type="button" onClick={() => onChoose(answer)}>
                  {said || text('trigger')}
                </button>
                {canRefuse ? (
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
                ) : null}
              </p>
            );
          })}
        </li>
      ))}
    </ul>
  );
}

/** The real screen on the production machines: the visitor presses and types, and chooses what server, phone and time do. */
export function TryPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const [start, setStart] = useState(route.path ?? writePath([]));
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [state, setState] = useState<TryState | null>(null);
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const labels = labelsIn(language);

  useEffect(() => {
    if (route.path !== null && route.path !== start) setStart(route.path);
  }, [route.path, start]);

  useEffect(() => {
    const listen = ({ source, data: message }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || !isState(message)) return;
      setState(message);
      setIsCopied(null);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  const activeStates = state?.activeStates ?? [];
  const here = innermostStates(activeStates);
  const [first = data.root] = here;
  const chart = [screenOf(first), first.split('.')[0] ?? ''].find(hasChart) ?? data.root;
  const choose = (pathEvent: PathEvent) =>
    frame.current?.contentWindow?.postMessage({ kind: 'atlas.pathEvent', pathEvent }, '*');
  const begin = (path: readonly PathEvent[]) => {
    setState(null);
    goTo(`#/${TRY}?path=${writePath(path)}`);
  };
  const link = `${location.href.split('#')[0]}#/${TRY}?path=${writePath(state?.pathEvents ?? [])}`;
  return (
    <article className="try">
      <h1 tabIndex={-1}>{text('tryIt')}</h1>
      <p className="lead">{text('tryHint')}</p>
      <div className="tools">
        <button type="button" onClick={() => begin([])}>
          {text('fromStart')}
        </button>
        <button
          type="button"
          disabled={!state || state.pathEvents.length === 0}
          onClick={() => begin(state?.pathEvents.slice(0, -1) ?? [])}
        >
          {text('oneBack')}
        </button>
        <button
          type="button"
          onClick={() => {
            history.replaceState(null, '', link);
            void copyText(link).then(setIsCopied);
          }}
        >
          {text('copyLink')}
        </button>
        <RadioGroup
          name="theme"
          value={theme}
          values={['light', 'dark']}
          onChoose={(chosen) => {
            begin(state?.pathEvents ?? readPath(start));
            setTheme(chosen);
          }}
        />
        <output>{isCopied === null ? '' : text(isCopied ? 'copied' : 'inAddress')}</output>
      </div>
      <p role="status">
        {text('nowAt')}: <b>{here.map((id) => labels.state(id)).join(', ')}</b> <code>{here.join(', ')}</code>
      </p>
      <div className="trying">
        <iframe
          ref={frame}
          key={`${start} ${language} ${theme}`}
          title={text('tryIt')}
          src={`${screenAddress({ language, theme, moment: 0 })}&live=${start}`}
          width={360}
          height={680}
        />
        <section aria-label={text('outside')}>
          <h2>{text('outside')}</h2>
          <Choices choices={state?.choices ?? []} onChoose={choose} />
          <h2>{text('pathHere')}</h2>
          <ol className="path">
            {readPath(writePath(state?.pathEvents ?? [])).map((pathEvent, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path only grows
              <li key={index}>
                {eventLabel(pathEvent, language)}{' '}
                <span className="value">{values.pathEventText(pathEvent, language, data)}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <Chart chart={chart} state={here[0] ?? null} activeStates={activeStates} showsCoverage={false} />
    </article>
  );
}
