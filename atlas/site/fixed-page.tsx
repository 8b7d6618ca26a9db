import { data } from './data.ts';
import { speakerOf } from './speakers.ts';
import { useLanguage, useText } from './texts.ts';

/** The values that the specification fixes, and the texts that no screen shows, with the reason. */
export function FixedPage() {
  const text = useText();
  const language = useLanguage();
  const speaker = speakerOf(language);
  const groups = Map.groupBy(Object.entries(data.nowhere), ([, reason]) => reason[language]);
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <section>
        <h2>{text('limit')}</h2>
        <dl className="facts limits">
          {data.words.limits.map((limit) => (
            <div key={limit.id}>
              <dt>{limit[language]}</dt>
              <dd>
                <b>{speaker.limit(limit)}</b>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{text('nowhere')}</h2>
        <p>{text('nowhereHint')}</p>
        {[...groups].map(([reason, keys]) => (
          <section key={reason}>
            <h3>{reason}</h3>
            <ul className="plain">
              {keys.map(([key]) => (
                <li key={key}>
                  <code>{key}</code> {data.texts[language][key]}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </article>
  );
}
