import values from 'virtual:atlas-values';
import { FILTER } from '#atlas/build/page-names.ts';
import { data } from './data.ts';
import { allFilters, filterStates, formatFilters, parseFilters } from './filters.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { goTo, linkTo, type Route } from './route.ts';

const FILTERS = allFilters(values.filters);

/** The states and variants that match the filters; the filters are part of the link. */
export function FilterPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const selected = parseFilters(FILTERS, route.path);
  const matching = filterStates(data, FILTERS, selected);
  const variants = matching.reduce((sum, each) => sum + each.variants.length, 0);
  const choose = (filter: string, answer: string) => {
    goTo(linkTo({ machine: FILTER, path: formatFilters(FILTERS, { ...selected, [filter]: answer }) }));
  };
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('filter')}</h1>
      <div className="choices">
        {FILTERS.map(({ id, name, values }) => (
          <label key={id} className="select">
            {name[language]}
            <select value={selected[id] ?? ''} onChange={({ target }) => choose(id, target.value)}>
              <option value="">{text('any')}</option>
              {values(data).map(([answer, called]) => (
                <option key={answer} value={answer}>
                  {called[language]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p role="status">
        {text('states')}: {matching.length} · {text('variants')}: {variants}
      </p>
      <ul className="plain">
        {matching.map(({ state, variants: [first, ...others] }) => (
          <li key={state}>
            <a href={linkTo({ state, variant: first?.id ?? null })}>
              {labels.machine(state.split('.')[0] ?? '')}: {labels.state(state)}
            </a>{' '}
            <code>{state}</code>
            {others.length > 0 ? ` × ${others.length + 1}` : ''}
          </li>
        ))}
      </ul>
    </article>
  );
}
