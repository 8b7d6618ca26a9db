import { data } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';

/** The times, lengths and counts with who sets each, the rules across screens, and the texts that no screen shows, with the reason. */
export function LimitsPage() {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  const groups = Map.groupBy(Object.entries(data.textsWithoutScreen), ([, reason]) => reason[language]);
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('fixed')}</h1>
      <section>
        <h2>{text('limit')}</h2>
        <table className="limits">
          <thead>
            <tr>
              <th scope="col">{text('what')}</th>
              <th scope="col">{text('value')}</th>
              <th scope="col">{text('setBy')}</th>
            </tr>
          </thead>
          <tbody>
            {data.words.limits.map((limit) => (
              <tr key={limit.id} id={limit.id}>
                <th scope="row">{limit[language]}</th>
                <td>{labels.limitInFull(limit)}</td>
                <td>{labels.setBy(limit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {data.words.rules.length > 0 ? (
        <section>
          <h2>{text('rules')}</h2>
          <table className="limits">
            <thead>
              <tr>
                <th scope="col">{text('what')}</th>
                <th scope="col">{text('setBy')}</th>
              </tr>
            </thead>
            <tbody>
              {data.words.rules.map((rule) => (
                <tr key={rule.id} id={rule.id}>
                  <th scope="row">{labels.rule(rule)}</th>
                  <td>{labels.setBy(rule)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
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
