import type { TextKey } from '#atlas/texts/texts.ts';
import { useLinkTarget } from './controls.tsx';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import type { Route } from './route.ts';

type Row = { readonly id: string; readonly cells: readonly string[] };

function ValueTable({
  name,
  heads,
  rows,
}: {
  readonly name: TextKey;
  readonly heads: readonly TextKey[];
  readonly rows: readonly Row[];
}) {
  const { text } = useTexts();
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{text(name)}</h2>
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
    </section>
  );
}

/** Limits and rules with who sets each. A link can name a row by its id. */
export function LimitsPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const { limits, rules } = data.words;
  useLinkTarget(route.path);
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <ValueTable
        name="limit"
        heads={['what', 'value', 'setBy']}
        rows={limits.map((limit) => ({
          id: limit.id,
          cells: [limit[language], labels.limitInFull(limit), labels.setBy(limit)],
        }))}
      />
      <ValueTable
        name="rules"
        heads={['what', 'setBy']}
        rows={rules.map((rule) => ({ id: rule.id, cells: [labels.rule(rule), labels.setBy(rule)] }))}
      />
    </article>
  );
}
