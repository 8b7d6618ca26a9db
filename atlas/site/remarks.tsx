import { type SubmitEvent, useId, useState, useSyncExternalStore } from 'react';
import {
  markOf,
  mergeRemarks,
  parseRemarks,
  type Remark,
  remarkStatus,
  remarksText,
  stateIn,
  TEXT,
} from '#atlas/remarks/remark.ts';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import { machineIn, machineOf } from './model.ts';
import { linkTo } from './route.ts';

/** Entry of the browser's storage with all remarks as this browser last changed them. */
const ENTRY = 'atlas.remarks';

const listeners = new Set<() => void>();

/** Some browsers have no storage for `file:` pages; remarks then last as long as the page. */
function storedRemarks(): readonly Remark[] {
  try {
    return parseRemarks(localStorage.getItem(ENTRY) ?? '[]');
  } catch {
    return [];
  }
}

let remarks = mergeRemarks(data.remarks, storedRemarks());

function setRemarks(changed: readonly Remark[]): void {
  remarks = changed;
  try {
    localStorage.setItem(ENTRY, JSON.stringify(changed));
  } catch {
    // They are on the page, which says that they have to be saved as a file.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** All remarks: the committed ones, and those of this browser. */
const useRemarks = (): readonly Remark[] => useSyncExternalStore(subscribe, () => remarks);

/** Label of the subject of a remark. */
function useSubject(): (about: string) => string {
  const { text, language, labels } = useTexts();
  return (about) => {
    if (about.startsWith(TEXT)) {
      const key = about.slice(TEXT.length);
      return `${text('text')}: ${data.texts[language][key] ?? key}`;
    }
    const machine = machineOf(machineIn(stateIn(about)));
    const transition = machine?.transitions.find(({ id }) => id === about);
    const name = `${text('state')}: ${labels.state(stateIn(about))}`;
    return machine && transition ? `${name}, ${labels.transition(machine, transition)}` : name;
  };
}

function Remarks({ shown }: { readonly shown: readonly Remark[] }) {
  const { text } = useTexts();
  const subject = useSubject();
  return (
    <ul className="plain remarks">
      {shown.map((remark) => {
        const { about, by, on } = remark;
        const status = remarkStatus(remark, data);
        const isLinked = stateIn(about) !== '' && status !== 'missing';
        return (
          <li key={`${about} ${on} ${remark.text}`}>
            <p className="hint">
              {isLinked ? <a href={linkTo({ state: stateIn(about) })}>{subject(about)}</a> : subject(about)}
            </p>
            {status === 'current' ? null : (
              <b>{text(status === 'missing' ? 'remarkWithoutSubject' : 'remarkChanged')}</b>
            )}
            <p>{remark.text}</p>
            <p className="hint">
              {[by, on].filter(Boolean).join(' · ')}{' '}
              <button type="button" onClick={() => setRemarks(remarks.filter((other) => other !== remark))}>
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
  const { text } = useTexts();
  const subject = useSubject();
  const name = useId();
  const all = useRemarks();
  const transitions = machineOf(machineIn(id))?.transitions ?? [];
  const abouts = [
    id,
    ...transitions.filter(({ source }) => source === id).map((each) => each.id),
    ...Object.keys(data.keys[id] ?? {}).map((key) => `${TEXT}${key}`),
  ];
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const [about = '', said = '', by = ''] = ['about', 'remark', 'by'].map((each) =>
      String(fields.get(each)).trim(),
    );
    if (said === '') return;
    const on = new Date().toISOString().slice(0, 10);
    setRemarks(mergeRemarks(remarks, [{ about, text: said, by, on, mark: markOf(about, data) ?? '' }]));
    form.reset();
  };
  return (
    <section>
      <h2>{text('remarks')}</h2>
      <Remarks shown={all.filter(({ about }) => abouts.includes(about))} />
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
  const { text } = useTexts();
  const all = useRemarks();
  const [isRefused, setIsRefused] = useState(false);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      setRemarks(mergeRemarks(remarks, parseRemarks(await file.text())));
      setIsRefused(false);
    } catch {
      setIsRefused(true);
    }
  };
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([remarksText(all)], { type: 'application/json' }));
    link.download = 'remarks.json';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <article>
      <h1 tabIndex={-1}>{text('remarks')}</h1>
      <p className="lead">{text('remarksHint')}</p>
      <div className="choices">
        <button type="button" disabled={all.length === 0} onClick={save}>
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
      {all.length === 0 ? <p>{text('noRemarks')}</p> : <Remarks shown={all} />}
    </article>
  );
}
