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

/** Key in `localStorage` under which the browser stores all remarks after each change. */
const STORAGE_KEY = 'atlas.remarks';

/** The remarks in the storage of the browser. Some browsers have no storage for `file:` pages; remarks are then lost with the page. */
function storedRemarks(): readonly Remark[] {
  try {
    return parseRemarks(localStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}

let currentRemarks = mergeRemarks(data.remarks, storedRemarks());

/** Returns all remarks, from the project and from this browser, and a function that replaces them. */
function useRemarks() {
  const [shownRemarks, setShownRemarks] = useState(currentRemarks);
  const replaceRemarks = (changed: readonly Remark[]) => {
    currentRemarks = changed;
    setShownRemarks(changed);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(changed));
    } catch {
      // The page shows the remarks all the same, and says that they have to be saved as a file.
    }
  };
  return [shownRemarks, replaceRemarks] as const;
}

/** Returns a function that gives the label of a remark's subject. */
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

type RemarkListProps = {
  readonly remarks: readonly Remark[];
  readonly onRemove: (remark: Remark) => void;
};

function RemarkList({ remarks, onRemove }: RemarkListProps) {
  const { text } = useTexts();
  const subjectLabel = useSubjectLabel();
  return (
    <ul className="plain remarks">
      {remarks.map((remark) => {
        const { about, by, on } = remark;
        const status = remarkStatus(remark, data);
        const state = status === 'missing' ? '' : stateIdOfSubject(about);
        return (
          <li key={`${about} ${on} ${remark.text}`}>
            {state ? <a href={linkTo({ state })}>{subjectLabel(about)}</a> : subjectLabel(about)}
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

/** The remarks about a state, its transitions and its texts, and a form for a new remark. */
export function StateRemarks({ id }: { readonly id: string }) {
  const { text } = useTexts();
  const subjectLabel = useSubjectLabel();
  const [allRemarks, replaceRemarks] = useRemarks();
  const transitions = findMachine(machineIdOf(id))?.transitions ?? [];
  const subjects = [
    id,
    ...transitions.filter(({ source }) => source === id).map((transition) => transition.id),
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
    replaceRemarks(mergeRemarks(allRemarks, [{ about, text: field('remark'), by: field('by'), on, mark }]));
    form.reset();
  };
  return (
    <section>
      <h2>{text('remarks')}</h2>
      <RemarkList
        remarks={allRemarks.filter(({ about }) => subjects.includes(about))}
        onRemove={(remark) => replaceRemarks(allRemarks.filter((other) => other !== remark))}
      />
      <form className="remark" onSubmit={add}>
        <label>
          {text('about')}
          <select name="about">
            {subjects.map((about) => (
              <option key={about} value={about}>
                {subjectLabel(about)}
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

/** The page with all remarks, which can be saved to a file and read from a file. */
export function RemarksPage() {
  const { text } = useTexts();
  const [allRemarks, replaceRemarks] = useRemarks();
  const [isInvalidFile, setIsInvalidFile] = useState(false);
  const openFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      replaceRemarks(mergeRemarks(allRemarks, parseRemarks(await file.text())));
      setIsInvalidFile(false);
    } catch {
      setIsInvalidFile(true);
    }
  };
  return (
    <article>
      <h1 tabIndex={-1}>{text('remarks')}</h1>
      <p className="lead">{text('remarksHint')}</p>
      <div className="choices">
        {allRemarks.length === 0 ? null : (
          <a
            href={`data:application/json,${encodeURIComponent(remarksText(allRemarks))}`}
            download="remarks.json"
          >
            {text('saveList')}
          </a>
        )}
        <label>
          {text('openFile')}{' '}
          <input
            type="file"
            accept="application/json"
            onChange={({ target }) => void openFile(target.files?.[0])}
          />
        </label>
      </div>
      <p role="alert">{isInvalidFile ? text('noRemarksFile') : ''}</p>
      {allRemarks.length === 0 ? <p>{text('noRemarks')}</p> : null}
      <RemarkList
        remarks={allRemarks}
        onRemove={(remark) => replaceRemarks(allRemarks.filter((other) => other !== remark))}
      />
    </article>
  );
}
