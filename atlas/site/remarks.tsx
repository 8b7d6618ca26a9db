import { type SubmitEvent, useState } from 'react';
import {
  mergeRemarks,
  parseRemarks,
  type Remark,
  remarkStatus,
  remarksText,
  stateIdOfSubject,
  subjectHash,
  TEXT_SUBJECT_PREFIX,
} from '#atlas/remarks/remark.ts';
import { data } from './data.ts';
import { useTexts } from './labels.ts';
import { findMachine, machineIdOf } from './model.ts';
import { linkTo } from './route.ts';

/** Key of the browser's storage for all remarks, as this browser last changed them. */
const STORAGE_KEY = 'atlas.remarks';

/** Some browsers have no storage for `file:` pages; remarks then last as long as the page. */
function storedRemarks(): readonly Remark[] {
  try {
    return parseRemarks(localStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}

let remarks = mergeRemarks(data.remarks, storedRemarks());

/** All remarks, committed ones and those of this browser, and a function to change them. */
function useRemarks() {
  const [all, setAll] = useState(remarks);
  const change = (changed: readonly Remark[]) => {
    remarks = changed;
    setAll(changed);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(changed));
    } catch {
      // They are on the page, which says that they have to be saved as a file.
    }
  };
  return [all, change] as const;
}

/** Label of the subject of a remark. */
function useSubjectLabel(): (about: string) => string {
  const { text, language, labels } = useTexts();
  return (about) => {
    if (about.startsWith(TEXT_SUBJECT_PREFIX)) {
      const key = about.slice(TEXT_SUBJECT_PREFIX.length);
      return `${text('text')}: ${data.texts[language][key] ?? key}`;
    }
    const machine = findMachine(machineIdOf(stateIdOfSubject(about)));
    const transition = machine?.transitions.find(({ id }) => id === about);
    const name = `${text('state')}: ${labels.state(stateIdOfSubject(about))}`;
    return machine && transition ? `${name}, ${labels.transition(machine, transition)}` : name;
  };
}

type RemarksProps = {
  readonly shown: readonly Remark[];
  readonly onRemove: (remark: Remark) => void;
};

function Remarks({ shown, onRemove }: RemarksProps) {
  const { text } = useTexts();
  const subject = useSubjectLabel();
  return (
    <ul className="plain remarks">
      {shown.map((remark) => {
        const { about, by, on } = remark;
        const status = remarkStatus(remark, data);
        const state = status === 'missing' ? '' : stateIdOfSubject(about);
        return (
          <li key={`${about} ${on} ${remark.text}`}>
            {state ? <a href={linkTo({ state })}>{subject(about)}</a> : subject(about)}
            {status === 'changed' ? <p role="note">{text('remarkChanged')}</p> : null}
            {status === 'missing' ? <p role="note">{text('remarkWithoutSubject')}</p> : null}
            <p>{remark.text}</p>
            <p className="hint">{[by, on].filter(Boolean).join(' · ')}</p>
            <button type="button" onClick={() => onRemove(remark)}>
              {text('removeRemark')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The remarks about a state, its transitions and its texts, and a form for another one. */
export function StateRemarks({ id }: { readonly id: string }) {
  const { text } = useTexts();
  const subject = useSubjectLabel();
  const [all, change] = useRemarks();
  const transitions = findMachine(machineIdOf(id))?.transitions ?? [];
  const abouts = [
    id,
    ...transitions.filter(({ source }) => source === id).map((each) => each.id),
    ...Object.keys(data.keys[id] ?? {}).map((key) => `${TEXT_SUBJECT_PREFIX}${key}`),
  ];
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name)).trim();
    const about = field('about');
    if (field('remark') === '') return;
    const on = new Date().toISOString().slice(0, 10);
    const mark = subjectHash(about, data) ?? '';
    change(mergeRemarks(all, [{ about, text: field('remark'), by: field('by'), on, mark }]));
    form.reset();
  };
  return (
    <section>
      <h2>{text('remarks')}</h2>
      <Remarks
        shown={all.filter(({ about }) => abouts.includes(about))}
        onRemove={(remark) => change(all.filter((other) => other !== remark))}
      />
      <form className="remark" onSubmit={add}>
        <label>
          {text('about')}
          <select name="about">
            {abouts.map((about) => (
              <option key={about} value={about}>
                {subject(about)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text('remark')}
          <textarea name="remark" rows={3} required />
        </label>
        <label>
          {text('by')}
          <input name="by" autoComplete="name" />
        </label>
        <button type="submit">{text('addRemark')}</button>
      </form>
    </section>
  );
}

/** All remarks, to be saved as a file and to be read from one. */
export function RemarksPage() {
  const { text } = useTexts();
  const [all, change] = useRemarks();
  const [isRefused, setIsRefused] = useState(false);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      change(mergeRemarks(all, parseRemarks(await file.text())));
      setIsRefused(false);
    } catch {
      setIsRefused(true);
    }
  };
  return (
    <article>
      <h1 tabIndex={-1}>{text('remarks')}</h1>
      <p className="lead">{text('remarksHint')}</p>
      <div className="choices">
        {all.length === 0 ? null : (
          <a href={`data:application/json,${encodeURIComponent(remarksText(all))}`} download="remarks.json">
            {text('saveList')}
          </a>
        )}
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
      {all.length === 0 ? <p>{text('noRemarks')}</p> : null}
      <Remarks shown={all} onRemove={(remark) => change(all.filter((other) => other !== remark))} />
    </article>
  );
}
