import { useState } from 'react';
import { useTexts } from './labels.ts';
import { goTo } from './route.ts';
import { search } from './search.ts';

/** The search with its hits; Enter opens the first one. */
export function Search() {
  const { text, language } = useTexts();
  const [question, setQuestion] = useState('');
  const hasQuestion = question.trim() !== '';
  const { shown: hits, all, hasEveryWord } = search(question, language);
  const first = all > hits.length ? ` (${text('shownFirst')}: ${hits.length})` : '';
  const count = `${text('found')}: ${all}${first}`;
  const summary = all === 0 ? text('noHits') : hasEveryWord ? count : `${text('partialHits')} ${count}`;
  return (
    <search className="search">
      <label htmlFor="question">{text('search')}</label>
      <input
        id="question"
        type="search"
        value={question}
        placeholder={text('searchHint')}
        autoComplete="off"
        onChange={({ target }) => setQuestion(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || !hits[0]) return;
          setQuestion('');
          goTo(hits[0].href);
        }}
      />
      <p role="status" className="unseen">
        {hasQuestion ? summary : ''}
      </p>
      {hasQuestion ? (
        <ul className="hits plain" aria-label={text('found')}>
          {first || !hasEveryWord ? <li className="hint">{summary}</li> : null}
          {hits.map(({ kind, name, detail, href }) => (
            <li key={`${kind} ${name} ${href} ${detail}`}>
              <a href={href} onClick={() => setQuestion('')}>
                <span className="kind">{text(kind)}</span> <b>{name}</b>{' '}
                <span className="hint">{detail}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  );
}
