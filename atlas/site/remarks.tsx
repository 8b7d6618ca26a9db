import { type SubmitEvent, useId, useState } from 'react';
import {
  markOf,
  parseRemarks,
  type Remark,
  remarkStatus,
  remarksText,
  stateIn,
  TEXT,
} from '#atlas/remarks/remark.ts';
import { data } from './data.ts';
import { saveFile } from './export.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { machineOf } from './model.ts';
import { addRemarks, removeRemark, useRemarks } from './remarks-store.ts';
import { linkTo } from './route.ts';

/** Label of the subject of a remark. */
function useSubject(): (about: string) => string {
  const text = useText();
  const language = useLanguage();
  const labels = labelsIn(language);
  return (about) => {
    if (about.startsWith(TEXT)) {
      const key = about.slice(TEXT.length);
      return `${text('text')}: ${data.texts[language][key] ?? key}`;
    }
    const state = stateIn(about);
    const machine = machineOf(state.split('.')[0] ?? '');
    const transition = machine?.transitions.find(({ id }) => id === about);
    const name = `${text('state')}: ${labels.state(state)}`;
    return machine && transition ? `${name}, ${labels.transition(machine, transition)}` : name;
  };
}

function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  const text = useText();
  const subject = useSubject();
  return (
    <ul className="plain remarks">
      {remarks.map((remark) => {
        const status = remarkStatus(remark, data);
        const state = stateIn(remark.about);
        return (
          <li key={`${remark.about} ${remark.on} ${remark.text}`}>
            <p className="hint">
              {state === '' || status === 'missing' ? (
                subject(remark.about)
              ) : (
                <a href={linkTo({ state })}>{subject(remark.about)}</a>
              )}
            </p>
            {status === 'current' ? null : (
              <p className="warning">
                {text(status === 'missing' ? 'remarkWithoutSubject' : 'remarkChanged')}
              </p>
            )}
            <p>{remark.text}</p>
            <p className="hint">
              {[remark.by, remark.on].filter(Boolean).join(' · ')}{' '}
              <button type="button" onClick={() => removeRemark(remark)}>
                {text('removeRemark')}
              </button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The remarks about a state, its transitions and its texts, and a form for another one. */
export function StateRemarks({ id }: { readonly id: string }) {
  const text = useText();
  const subject = useSubject();
  const name = useId();
  const all = useRemarks();
  const machine = machineOf(id.split('.')[0] ?? '');
  const abouts = [
    id,
    ...(machine?.transitions ?? []).filter(({ source }) => source === id).map((each) => each.id),
    ...Object.keys(data.keys[id] ?? {}).map((key) => `${TEXT}${key}`),
  ];
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const about = String(fields.get('about'));
    const said = String(fields.get('remark')).trim();
    if (said === '') return;
    const by = String(fields.get('by')).trim();
    const on = new Date().toISOString().slice(0, 10);
    addRemarks([{ about, text: said, by, on, mark: markOf(about, data) ?? '' }]);
    form.reset();
  };
  return (
    <section>
      <h2>{text('remarks')}</h2>
      <Remarks remarks={all.filter(({ about }) => abouts.includes(about))} />
      <form className="remark" onSubmit={add}>
        <label htmlFor={`${name}-about`}>{text('about')}</label>
        <select id={`${name}-about`} name="about">
          {abouts.map((about) => (
            <option key={about} value={about}>
              {subject(about)}
            </option>
          ))}
        </select>
        <label htmlFor={`${name}-remark`}>{text('remark')}</label>
        <textarea id={`${name}-remark`} name="remark" rows={3} required />
        <label htmlFor={`${name}-by`}>{text('by')}</label>
        <input id={`${name}-by`} name="by" autoComplete="name" />
        <button type="submit">{text('addRemark')}</button>
      </form>
    </section>
  );
}

/** All remarks, to be saved as a file and to be read from one. */
export function RemarksPage() {
  const text = useText();
  const all = useRemarks();
  const [isRefused, setIsRefused] = useState(false);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      addRemarks(parseRemarks(await file.text()));
      setIsRefused(false);
    } catch {
      setIsRefused(true);
    }
  };
  return (
    <article className="state">
      <h1 tabIndex={-1}>{text('remarks')}</h1>
      <p className="lead">{text('remarksHint')}</p>
      <div className="tools">
        <button
          type="button"
          disabled={all.length === 0}
          onClick={() => saveFile('remarks.json', new Blob([remarksText(all)], { type: 'application/json' }))}
        >
          {text('saveList')}
        </button>
        <label>
          {text('openFile')}{' '}
          <input
            type="file"
            accept="application/json"
            onChange={({ target }) => void open(target.files?.[0])}
          />
        </label>
      </div>
      <p role="alert">{isRefused ? text('noRemarksFile') : ''}</p>
      {all.length === 0 ? <p>{text('noRemarks')}</p> : <Remarks remarks={all} />}
    </article>
  );
}
