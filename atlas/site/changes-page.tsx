import { useState } from 'react';
import { BEFORE, CHANGES } from '#atlas/build/page-names.ts';
import type { ReportLine, ReportPart } from '#atlas/diff/report.ts';
import { changes } from './data.ts';
import { copyText, saveFile } from './export.ts';
import { Screens } from './frames.tsx';
import { useLanguage, useText } from './interface-texts.ts';
import { stateOf } from './model.ts';
import { goTo, linkTo, type Route } from './route.ts';

/** The ticked lines in the address: their numbers, joined by dots. */
const readTicks = (text: string | null): ReadonlySet<number> =>
  new Set((text ?? '').split('.').filter(Boolean).map(Number));

/** The screens of a state before and after, in both languages; loaded when they are opened. */
function BeforeAndAfter({ state }: { readonly state: string }) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const screens = changes?.screens[state];
  if (!screens) return null;
  const sides = [
    { name: 'before', folder: `${BEFORE}/`, moment: screens.before },
    { name: 'after', folder: '', moment: screens.after },
  ] as const;
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {text('beforeAndAfter')} <code>{state}</code>
      </summary>
      {isOpen
        ? sides.map(({ name, folder, moment }) => (
            <section key={name}>
              <h2>{text(name)}</h2>
              {moment === null ? (
                <p>{text('noScreenThen')}</p>
              ) : (
                <Screens view={{ theme: 'light', moment }} device="phone" folder={folder} />
              )}
            </section>
          ))
        : null}
    </details>
  );
}

/** The source before and after, collapsed. */
function Source({ source }: Pick<ReportLine, 'source'>) {
  const text = useText();
  if (source.before.length + source.after.length === 0) return null;
  return (
    <details>
      <summary>{text('source')}</summary>
      {source.before.map((each) => (
        <p key={`before ${each}`}>
          <code>− {each}</code>
        </p>
      ))}
      {source.after.map((each) => (
        <p key={`after ${each}`}>
          <code>+ {each}</code>
        </p>
      ))}
    </details>
  );
}

/** The ticked lines as text, each before and after. */
const reviewList = (
  lines: readonly { readonly part: ReportPart; readonly line: ReportLine }[],
  ticks: ReadonlySet<number>,
): string =>
  lines
    .flatMap(({ part, line }, index) => [
      `${ticks.has(index) ? '[x]' : '[ ]'} ${part.name}: ${line.name} (${line.id})`,
      ...line.before.map((each) => `    - ${each}`),
      ...line.after.map((each) => `    + ${each}`),
    ])
    .join('\n');

/** The changes since a revision as a check list; the ticks are part of the link. */
export function ChangesPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const report = changes?.reports.find((each) => each.language === language);
  const ticks = readTicks(route.path);
  if (!changes || !report) {
    return (
      <article className="state">
        <h1 tabIndex={-1}>{text('changes')}</h1>
        <p role="alert">{text('noChanges')}</p>
      </article>
    );
  }
  const lines = report.parts.flatMap((part) => part.lines.map((line) => ({ part, line })));
  const tick = (index: number) => {
    const next = ticks.has(index) ? [...ticks].filter((each) => each !== index) : [...ticks, index];
    goTo(linkTo({ machine: CHANGES, path: next.toSorted((a, b) => a - b).join('.') }));
  };
  const reviewText = () => reviewList(lines, ticks);
  return (
    <article className="state">
      <h1 tabIndex={-1}>
        {text('changes')} <code>{changes.since}</code>
      </h1>
      {changes.problem === null ? null : (
        <p role="note">
          {text('buildFailed')} <code>{changes.problem}</code>
        </p>
      )}
      <p role="status">
        {text('ticked')}: {ticks.size} / {lines.length}
      </p>
      <p className="tools">
        <button type="button" onClick={() => void copyText(reviewText()).then(setIsCopied)}>
          {text('copyList')}
        </button>
        <button
          type="button"
          onClick={() =>
            saveFile(`changes.${language}.txt`, new Blob([reviewText()], { type: 'text/plain' }))
          }
        >
          {text('saveList')}
        </button>
        <output>{isCopied === null ? '' : text(isCopied ? 'listCopied' : 'notCopied')}</output>
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
            <Source source={line.source} />
            {line.states
              .filter((state) => stateOf(state))
              .map((state) => (
                <a key={state} href={linkTo({ state })}>
                  {state}
                </a>
              ))}
            {line.states.map((state) => (
              <BeforeAndAfter key={state} state={state} />
            ))}
          </li>
        ))}
      </ul>
    </article>
  );
}
