import { useState } from 'react';
import { useTexts } from './labels.ts';
import { goTo } from './route.ts';
import { search } from './search.ts';

/** The search field with the list of hits. Enter opens the first hit. */
export function Search() {
  const { text, language } = useTexts();
  const [question, setQuestion] = useState('');
  const hasQuestion = question.trim() !== '';
  const { hits, hitCount, hasEveryWord } = search(question, language);
  const shownCount = hitCount > hits.length ? ` (${text('shownFirst')}: ${hits.length})` : '';
  const countText = `${text('found')}: ${hitCount}${shownCount}`;
  const foundText = hasEveryWord ? countText : `${text('partialHits')} ${countText}`;
  const summary = hitCount === 0 ? text('noHits') : foundText;
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
          {shownCount || !hasEveryWord ? <li className="hint">{summary}</li> : null}
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
