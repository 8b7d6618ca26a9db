import { Table, useLinkedPart } from './controls.tsx';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import type { Route } from './route.ts';

/** The page with the fixed values and the rules, and their origins. A link can point to a row by its id. */
export function FixedValuesPage({ route }: { readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const { fixedValues, rules } = data.words;
  useLinkedPart(route.path);
  return (
    <article>
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <section>
        <h2>{text('limit')}</h2>
        <Table
          heads={[text('what'), text('value'), text('setBy')]}
          rows={fixedValues.map((fixedValue) => ({
            id: fixedValue.id,
            cells: [fixedValue[language], labels.fixedValueInFull(fixedValue), labels.setBy(fixedValue)],
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
