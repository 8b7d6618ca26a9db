import { type ReactNode, useEffect } from 'react';
import { LANGUAGES, type Language } from '#atlas/words/types.ts';
import { useTexts } from './labels.ts';
import { machineIdOf } from './model.ts';
import { linkTo, type Route } from './route.ts';

type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
};

/** A labelled `select` element. */
export function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <label className="select">
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([optionValue, name]) => (
          <option key={optionValue} value={optionValue}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A term and its description in a description list. Renders nothing when the description is empty. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return children ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
}

/** A text in Korean and English, as two entries of a description list. */
export function BothTexts({ textIn }: { readonly textIn: (language: Language) => string }) {
  return LANGUAGES.map((language) => (
    <Fact key={language} term={language === 'ko' ? '한국어' : 'English'}>
      <span lang={language}>{textIn(language)}</span>
    </Fact>
  ));
}

type TableRow = { readonly id: string; readonly cells: readonly ReactNode[] };

/** A table. Each row has an id, to which links can point, and its first cell is a heading. */
export function Table({
  heads,
  rows,
}: {
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [first, ...others] }) => (
          <tr key={id} id={id} tabIndex={-1}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A list of links to states, with the names of their flows. */
export function StateList({
  states,
}: {
  readonly states: readonly (Partial<Route> & { readonly state: string; readonly hint?: string })[];
}) {
  const { labels } = useTexts();
  return (
    <ul className="plain">
      {states.map(({ hint, ...route }) => (
        <li key={`${route.state} ${hint}`}>
          <a href={linkTo(route)}>
            {labels.state(machineIdOf(route.state))}: {labels.state(route.state)}
          </a>{' '}
          {hint ? <span className="hint">{hint}</span> : null} <code>{route.state}</code>
        </li>
      ))}
    </ul>
  );
}

/** The message for an address that does not exist. */
export function UnknownAddress() {
  const { text } = useTexts();
  return (
    <>
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p role="alert">{text('unknownAddress')}</p>
    </>
  );
}

/** Scrolls to the element with an id, and focuses the element, which highlights it. Does nothing when there is no such element. */
export function useLinkedPart(id: string | null): void {
  useEffect(() => {
    const target = document.getElementById(id ?? '');
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [id]);
}
