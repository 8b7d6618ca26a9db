import type { ReactNode } from 'react';
import { data } from './data.ts';
import { type TextKey, useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { useLinkTarget } from './link-target.ts';
import type { Route } from './route.ts';

type Row = { readonly id: string; readonly cells: readonly ReactNode[] };

function ValueTable({ heads, rows }: { readonly heads: readonly TextKey[]; readonly rows: readonly Row[] }) {
  const text = useText();
  return (
    <table className="limits">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {text(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...others] }) => (
          <tr key={id} id={id} tabIndex={-1}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Limits and rules with who sets each. A link can name a row by its id. */
export function LimitsPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  useLinkTarget(route.path);
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <section>
        <h2>{text('limit')}</h2>
        <ValueTable
          heads={['what', 'value', 'setBy']}
          rows={data.words.limits.map((limit) => ({
            id: limit.id,
            cells: [limit[language], labels.limitInFull(limit), labels.setBy(limit)],
          }))}
        />
      </section>
      {data.words.rules.length > 0 ? (
        <section>
          <h2>{text('rules')}</h2>
          <ValueTable
            heads={['what', 'setBy']}
            rows={data.words.rules.map((rule) => ({
              id: rule.id,
              cells: [labels.rule(rule), labels.setBy(rule)],
            }))}
          />
        </section>
      ) : null}
    </article>
  );
}
