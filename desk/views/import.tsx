import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useDeskText } from '#desk/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { FileField, fileIn } from '#src/ui/file-field.tsx';
import { Message } from '#src/ui/message.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { IMPORT_FORMATS, type ImportFormat, type ImportJob, type ImportRemark } from '#wire/desk/import.ts';
import type { DeskJob } from '#wire/desk/job.ts';
import { ActResultMessage } from './act-result.tsx';
import { FailureMessage } from './failure-message.tsx';
import styles from './import.module.css';
import { ProgressBar } from './progress.tsx';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Section } from './section.tsx';

const isFormat = (value: unknown): value is ImportFormat => IMPORT_FORMATS.some((format) => format === value);

/** The form in which a file and its format are chosen. */
function FileForm({ actor, legend }: Pick<ScreenProps, 'actor'> & { readonly legend: string }) {
  const text = useDeskText();
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const file = fileIn(form, 'file');
    const format = new FormData(form).get('format');
    setIsMissing(file === undefined);
    if (file !== undefined && isFormat(format))
      actor.send({ type: 'file.chosen', file: { file, name: file.name, format } });
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={legend}>
      <FileField
        name="file"
        label={text('desk.import.file')}
        error={isMissing ? text('desk.import.noFile') : null}
      />
      <SelectField
        name="format"
        label={text('desk.formatLabel')}
        options={IMPORT_FORMATS.map((value) => ({ value, label: text(`desk.format.${value}`) }))}
      />
      <Button type="submit" kind="secondary">
        {text('desk.import.choose')}
      </Button>
    </form>
  );
}

/** A list of problems or notes. */
function Remarks({ title, remarks }: { readonly title: string; readonly remarks: readonly ImportRemark[] }) {
  const text = useDeskText();
  if (remarks.length === 0) return null;
  return (
    <Section title={title}>
      <Entries label={title}>
        {remarks.map(({ place, field, problem, values }) => (
          <Entry
            key={`${place} ${field} ${problem}`}
            title={[place === 0 ? text('desk.import.wholeFile') : text('desk.import.place', { place }), field]
              .filter(Boolean)
              .join(' · ')}
            details={text(`desk.import.problem.${problem}`, values)}
          />
        ))}
      </Entries>
    </Section>
  );
}

/** The result of the check of an import, or of the import. */
function JobResult({ job, action }: { readonly job: ImportJob; readonly action: ReactNode }) {
  const text = useDeskText();
  const { kind, state, added, changed, unchanged, problems, problemCount, notes, noteCount, changes } = job;
  const isSuccess = state === 'done' && problemCount === 0;
  const total = added + changed;
  const changesTitle =
    changes.length < total
      ? text('desk.import.changesOf', { shown: changes.length, total })
      : text('desk.import.changes');
  const stateTexts = {
    running: 'desk.import.running',
    done: kind === 'importCheck' ? 'desk.import.checked' : 'desk.import.done',
    refused: 'desk.import.refused',
    failed: 'desk.import.failed',
  } as const;
  return (
    <>
      <Message tone={isSuccess ? 'success' : 'warning'} live="polite">
        {text(stateTexts[state])}
      </Message>
      <p>{text('desk.import.counts', { added, changed, unchanged })}</p>
      {action}
      {job.isCp949 ? <p>{text('desk.import.cp949')}</p> : null}
      <Remarks title={text('desk.import.problems', { count: problemCount })} remarks={problems} />
      <Remarks title={text('desk.import.notes', { count: noteCount })} remarks={notes} />
      {changes.length === 0 ? null : (
        <Section title={changesTitle}>
          <Entries label={changesTitle}>
            {changes.map(({ userId, outcome, fields }) => (
              <Entry
                key={userId}
                title={userId}
                details={[text(`desk.import.${outcome}`), fields.join(', ')].filter(Boolean).join(' · ')}
              />
            ))}
          </Entries>
        </Section>
      )}
    </>
  );
}

/** The progress of the check of an import, or of the import. */
function Progress({ job: { kind, done, total } }: { readonly job: ImportJob }) {
  const text = useDeskText();
  return (
    <>
      <Message tone="info" live="polite">
        {text(kind === 'importCheck' ? 'desk.import.checking' : 'desk.import.running')}
      </Message>
      <ProgressBar
        label={text(kind === 'importCheck' ? 'desk.import.checking' : 'desk.import.running')}
        done={done}
        total={total}
      />
      <p>{total === 0 ? text('desk.import.reading') : text('desk.import.progress', { done, total })}</p>
      <p>{text('desk.import.leave')}</p>
    </>
  );
}

const isImportJob = (job: DeskJob | null): job is ImportJob =>
  job?.kind === 'importCheck' || job?.kind === 'importRun';

/** The screen of imports. A file is first checked; then the person can start the import. */
export function ImportScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { job: lastJob } = snapshot.context;
  const job = isImportJob(lastJob) ? lastJob : null;
  const isFinished = snapshot.matches({ working: { job: 'finished' } });
  const isEmpty = snapshot.matches({ working: { job: 'empty' } });
  const runEvent = { type: 'act.chosen', act: 'importRun', values: {} } as const;
  const isRunning = job?.state === 'running' && !isFinished && !isEmpty;
  return (
    <Card title={text('desk.screen.import')} lead={text('desk.import.lead')}>
      {isFinished || isRunning ? null : <ActResultMessage snapshot={snapshot} />}
      <FailureMessage actor={actor} snapshot={snapshot} />
      {isRunning ? <Progress job={job} /> : null}
      {isFinished && job !== null ? (
        <JobResult
          job={job}
          action={
            snapshot.can(runEvent) ? (
              <Button onClick={() => actor.send(runEvent)}>{text('desk.act.importRun')}</Button>
            ) : null
          }
        />
      ) : null}
      {isEmpty || isFinished ? (
        <FileForm actor={actor} legend={text(isFinished ? 'desk.import.again' : 'desk.import.file')} />
      ) : null}
    </Card>
  );
}
