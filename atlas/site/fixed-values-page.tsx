import { Table, useLinkedPart } from './controls.tsx';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import type { Route } from './route.ts';

/** Limits and rules, each with its source. A link can name a row by its id. */
export function FixedValuesPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const { fixedValues: limits, rules } = data.words;
  useLinkedPart(route.path);
  return (
    <article>
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <section>
        <h2>{text('limit')}</h2>
        <Table
          heads={[text('what'), text('value'), text('setBy')]}
          rows={limits.map((limit) => ({
            id: limit.id,
            cells: [limit[language], labels.fixedValueInFull(limit), labels.setBy(limit)],
          }))}
        />
      </section>
      {rules.length === 0 ? null : (
        <section>
          <h2>{text('rules')}</h2>
          <Table
            heads={[text('what'), text('setBy')]}
            rows={rules.map((rule) => ({ id: rule.id, cells: [labels.rule(rule), labels.setBy(rule)] }))}
          />
        </section>
      )}
    </article>
  );
}
