import { data } from './data.ts';
import { Screens } from './frames.tsx';
import { Missing } from './missing.tsx';
import { machineOf } from './model.ts';
import { WhatNext } from './next.tsx';
import { chartIn } from './sheets.ts';
import { speakerOf } from './speakers.ts';
import { useLanguage, useText } from './texts.ts';

function Step({ id }: { readonly id: string }) {
  const text = useText();
  const speaker = speakerOf(useLanguage());
  const found = data.states[id]?.variants[0];
  const state = machineOf(id.split('.')[0] ?? id)?.states.find((each) => each.id === id);
  if (!found || !state) return null;
  const keys = Object.keys(data.keys[id] ?? {});
  return (
    <section className="step">
      <h2>
        {speaker.state(id)} <code>{id}</code>
      </h2>
      <p>{speaker.stateSentence(id, state.description)}</p>
      <Screens picture={{ theme: 'light', moment: found.moment }} device="phone" />
      {keys.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('text')}</th>
              <th scope="col">한국어</th>
              <th scope="col">English</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                <td lang="ko">{data.texts.ko[key]}</td>
                <td lang="en">{data.texts.en[key]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <WhatNext state={id} />
    </section>
  );
}

/** A flow to be printed: its chart, then each screen in both languages with its texts and what can happen. */
export function Walkthrough({ machine }: { readonly machine: string }) {
  const text = useText();
  const language = useLanguage();
  const speaker = speakerOf(language);
  const model = machineOf(machine);
  if (!model) return <Missing />;
  const leaves = model.states.filter(({ id, type }) => type === 'atomic' && data.states[id]);
  return (
    <article className="walkthrough">
      <h1 tabIndex={-1}>{speaker.machine(machine)}</h1>
      <p>
        <button type="button" onClick={() => window.print()}>
          {text('print')}
        </button>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn by the page from the machines, nothing that somebody has typed */}
      <div className="chart whole" dangerouslySetInnerHTML={{ __html: chartIn(machine, language) }} />
      {leaves.map(({ id }) => (
        <Step key={id} id={id} />
      ))}
    </article>
  );
}
