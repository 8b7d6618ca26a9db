import { type SubmitEvent, useState } from 'react';
import { type DeskKey, useDeskText } from '#desk/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { FileField, fileIn } from '#src/ui/file-field.tsx';
import { Message } from '#src/ui/message.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { BULK_ACTS, BULK_RESULTS, type BulkActName, type BulkJob } from '#wire/desk/bulk.ts';
import type { DeskJob } from '#wire/desk/job.ts';
import { ActResultMessage } from './act-result.tsx';
import styles from './bulk.module.css';
import { FailureMessage } from './failure-message.tsx';
import { useLocalizedName } from './localized.ts';
import { ProgressBar } from './progress.tsx';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Facts, Section } from './section.tsx';

/** The key of the text of each bulk act. */
const ACT_TEXT_KEYS: Readonly<Record<BulkActName, DeskKey>> = {
  passwordLink: 'desk.act.passwordLink',
  appLink: 'desk.bulk.appLink',
  disable: 'desk.act.disable',
  enable: 'desk.act.enable',
};

const isBulkAct = (value: unknown): value is BulkActName => BULK_ACTS.some((act) => act === value);

/** The form of a bulk act: the act, the service for password links, and the user IDs, either typed or as a file. */
function ListForm({ actor, snapshot, legend }: ScreenProps & { readonly legend: string }) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const [problem, setProblem] = useState<'desk.bulk.noList' | 'desk.bulk.twoLists' | null>(null);
  const [needsService, setNeedsService] = useState(BULK_ACTS[0] === 'passwordLink');
  const { services } = snapshot.context;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const act = data.get('act');
    const ids = String(data.get('ids') ?? '');
    const file = fileIn(form, 'file');
    const hasTypedIds = /[^\s,;]/.test(ids);
    if (hasTypedIds === (file !== undefined)) {
      setProblem(hasTypedIds ? 'desk.bulk.twoLists' : 'desk.bulk.noList');
      return;
    }
    setProblem(null);
    if (isBulkAct(act)) {
      const clientId = String(data.get('clientId') ?? '');
      actor.send({ type: 'list.submitted', list: { act, clientId, file: file ?? new Blob([ids]) } });
    }
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={legend}>
      <SelectField
        name="act"
        label={text('desk.bulk.act')}
        options={BULK_ACTS.map((value) => ({ value, label: text(ACT_TEXT_KEYS[value]) }))}
        onChange={(act) => setNeedsService(act === 'passwordLink')}
      />
      {needsService ? (
        <SelectField
          name="clientId"
          label={text('desk.service')}
          options={services.map(({ clientId, name }) => ({ value: clientId, label: nameOf(name, clientId) }))}
        />
      ) : null}
      <TextAreaField
        name="ids"
        rows={6}
        label={text('desk.bulk.list')}
        hint={text('desk.bulk.listHint')}
        error={problem ? text(problem) : null}
      />
      <FileField name="file" label={text('desk.bulk.file')} />
      <Button type="submit" kind="secondary">
        {text('desk.bulk.choose')}
      </Button>
    </form>
  );
}

/** The key of the text that describes the state of a job. */
const stateKey = ({ kind, state }: BulkJob): DeskKey => {
  if (state === 'failed') return kind === 'bulkRun' ? 'desk.bulk.failed' : 'desk.import.failed';
  if (state === 'stopped') return 'desk.bulk.stopped';
  if (kind === 'bulkCheck') return state === 'done' ? 'desk.bulk.checked' : 'desk.bulk.checking';
  return state === 'done' ? 'desk.bulk.done' : 'desk.bulk.running';
};

/** The number of people with each result of a job, and the list of people for whom the act was refused. */
export function BulkResults({ job: { act, before, results, refusals } }: { readonly job: BulkJob }) {
  const text = useDeskText();
  const title = text('desk.bulk.refusals');
  return (
    <>
      <Section title={text(ACT_TEXT_KEYS[act])}>
        <Facts
          facts={[
            ['desk.bulk.before', before] as const,
            ...BULK_RESULTS.map((result) => [`desk.bulk.result.${result}`, results[result]] as const),
          ].flatMap(([key, count]) =>
            count === undefined ? [] : [[text(key), text('desk.bulk.count', { count })] as const],
          )}
        />
      </Section>
      {refusals.length === 0 ? null : (
        <Section title={title}>
          <Entries label={title}>
            {refusals.map(({ userId, result }) => (
              <Entry key={userId} title={userId} details={text(`desk.bulk.result.${result}`)} />
            ))}
          </Entries>
        </Section>
      )}
    </>
  );
}

const isBulkJob = (job: DeskJob | null): job is BulkJob =>
  job?.kind === 'bulkCheck' || job?.kind === 'bulkRun';

/** The screen of bulk acts. A list is first checked; then the person can start the act. */
export function BulkScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { job: lastJob } = snapshot.context;
  const job = isBulkJob(lastJob) ? lastJob : null;
  const isFinished = snapshot.matches({ working: { job: 'finished' } });
  const isEmpty = snapshot.matches({ working: { job: 'empty' } });
  const runEvent = { type: 'act.chosen', act: 'bulkRun', values: {} } as const;
  const isRunning = job?.state === 'running' && !isFinished && !isEmpty;
  return (
    <Card title={text('desk.screen.bulk')} lead={text('desk.bulk.lead')}>
      {isFinished || isRunning ? null : <ActResultMessage snapshot={snapshot} />}
      <FailureMessage actor={actor} snapshot={snapshot} />
      {isRunning ? (
        <>
          <Message tone="info" live="polite">
            {text(stateKey(job))}
          </Message>
          <ProgressBar label={text(stateKey(job))} done={job.done} total={job.total} />
          <p>{text('desk.import.progress', { done: job.done, total: job.total })}</p>
          <p>{text('desk.import.leave')}</p>
        </>
      ) : null}
      {isFinished && job !== null ? (
        <>
          <Message tone={job.state === 'done' ? 'success' : 'warning'} live="polite">
            {text(stateKey(job))}
          </Message>
          <BulkResults job={job} />
          {snapshot.can(runEvent) ? (
            <Button onClick={() => actor.send(runEvent)}>{text('desk.act.bulkRun')}</Button>
          ) : null}
        </>
      ) : null}
      {isEmpty ? <ListForm actor={actor} snapshot={snapshot} legend={text('desk.screen.bulk')} /> : null}
      {isFinished ? (
        <Section title={text('desk.bulk.again')}>
          <ListForm actor={actor} snapshot={snapshot} legend={text('desk.bulk.again')} />
        </Section>
      ) : null}
    </Card>
  );
}
