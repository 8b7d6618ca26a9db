import { useState } from 'react';
import { CHANGES } from '#scripts/atlas/names.ts';
import { changes } from './data.ts';
import { stateOf } from './model.ts';
import { linkTo, type Route } from './route.ts';
import { useLanguage, useText } from './texts.ts';

/** What has been ticked, as the address keeps it: the places of the lines, joined by dots. */
const readTicks = (text: string | null): ReadonlySet<number> =>
  new Set((text ?? '').split('.').filter(Boolean).map(Number));

/** What has changed since a revision, as a list to be ticked; the ticks are part of the link. */
export function ChangesPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const [isCopied, setIsCopied] = useState(false);
  const report = changes?.reports.find((each) => each.language === language);
  const ticks = readTicks(route.path);
  if (!changes || !report) return <p role="alert">{text('noChanges')}</p>;
  const lines = report.parts.flatMap((part) => part.lines.map((line) => ({ part, line })));
  const tick = (index: number) => {
    const next = ticks.has(index) ? [...ticks].filter((each) => each !== index) : [...ticks, index];
    location.hash = linkTo({ machine: CHANGES, path: next.toSorted((a, b) => a - b).join('.') });
  };
  const told = () =>
    lines
      .map(
        ({ part, line }, index) =>
          `${ticks.has(index) ? '[x]' : '[ ]'} ${part.name}: ${line.name} (${line.id})`,
      )
      .join('\n');
  return (
    <article className="state">
      <h1 tabIndex={-1}>
        {text('changes')} <code>{changes.since}</code>
      </h1>
      <p role="status">
        {text('ticked')}: {ticks.size} / {lines.length}
      </p>
      <p className="tools">
        <button
          type="button"
          onClick={() =>
            navigator.clipboard?.writeText(told()).then(
              () => setIsCopied(true),
              () => setIsCopied(false),
            )
          }
        >
          {text('copyList')}
        </button>
        <output>{isCopied ? text('copied') : ''}</output>
      </p>
      <ul className="plain changes">
        {lines.map(({ part, line }, index) => (
          <li key={`${part.id} ${line.kind} ${line.id}`}>
            <label>
              <input type="checkbox" checked={ticks.has(index)} onChange={() => tick(index)} />{' '}
              <b>
                {part.name}: {line.name}
              </b>
            </label>{' '}
            <code>{line.id}</code>
            {line.before.map((each) => (
              <p key={`before ${each}`}>− {each}</p>
            ))}
            {line.after.map((each) => (
              <p key={`after ${each}`}>+ {each}</p>
            ))}
            {line.states
              .filter((state) => stateOf(state))
              .map((state) => (
                <a key={state} href={linkTo({ state })}>
                  {state}
                </a>
              ))}
          </li>
        ))}
      </ul>
    </article>
  );
}
