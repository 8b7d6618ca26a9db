import { FILTER } from '#atlas/build/names.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { data } from './data.ts';
import {
  FILTERS,
  type Filter,
  filtered,
  LANGUAGE_DIFFERENCES,
  POLICIES,
  readWanted,
  SERVICES,
  writeWanted,
} from './filters.ts';
import { goTo, linkTo, type Route } from './route.ts';
import { speakerOf } from './speakers.ts';
import { type Language, useLanguage, useText } from './texts.ts';

type Option = readonly [answer: string, name: string];

/** The answers of each filter in a language. */
function optionsOf(filter: Filter, language: Language): readonly Option[] {
  if (filter === 'method') {
    return Object.values(TOKEN_CODES).flatMap((code): readonly Option[] => {
      const name = data.texts[language][`title.method.${code}`];
      return name ? [[code, name]] : [];
    });
  }
  const answers = { policy: POLICIES, service: SERVICES, languages: LANGUAGE_DIFFERENCES }[filter];
  return Object.entries(answers).map(([answer, words]) => [answer, words[language]]);
}

/** The states and looks that pass the filters; the filters are part of the link. */
export function FilterPage({ route }: { readonly route: Route }) {
  const text = useText();
  const language = useLanguage();
  const speaker = speakerOf(language);
  const wanted = readWanted(route.path);
  const left = filtered(data, wanted);
  const looks = left.reduce((sum, each) => sum + each.looks.length, 0);
  const choose = (filter: Filter, answer: string) => {
    goTo(linkTo({ machine: FILTER, path: writeWanted({ ...wanted, [filter]: answer }) }));
  };
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('filter')}</h1>
      <div className="choices">
        {FILTERS.map((filter) => (
          <label key={filter} className="select">
            {text(filter)}
            <select value={wanted[filter] ?? ''} onChange={({ target }) => choose(filter, target.value)}>
              <option value="">{text('any')}</option>
              {optionsOf(filter, language).map(([answer, name]) => (
                <option key={answer} value={answer}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p role="status">
        {text('states')}: {left.length} · {text('looks')}: {looks}
      </p>
      <ul className="plain">
        {left.map(({ state, looks: [first, ...others] }) => (
          <li key={state}>
            <a href={linkTo({ state, look: first?.id ?? null })}>
              {speaker.machine(state.split('.')[0] ?? '')}: {speaker.state(state)}
            </a>{' '}
            <code>{state}</code>
            {others.length > 0 ? ` × ${others.length + 1}` : ''}
          </li>
        ))}
      </ul>
    </article>
  );
}
