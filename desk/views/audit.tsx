import { useDeskText } from '#desk/app/text.ts';
import type { AuditFields } from '#machines/desk/desk.types.ts';
import { isActAllowed } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { Status } from '#src/ui/status.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { ActResultMessage } from './act-result.tsx';
import styles from './audit.module.css';
import { FailureMessage } from './failure-message.tsx';
import { invalidFieldsOf } from './failure-text.ts';
import { useLocalizedName, useTime } from './localized.ts';
import { ProgressBar } from './progress.tsx';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry } from './section.tsx';

/** The text fields of the filter. */
const FILTER_FIELDS = [
  { name: 'userId', label: 'desk.audit.userId' },
  { name: 'network', label: 'desk.audit.network', example: '203.0.113.0/24' },
  { name: 'from', label: 'desk.audit.from', example: '2026-11-20' },
  { name: 'until', label: 'desk.audit.until', example: '2026-11-20' },
] as const;

const filterOf = ({
  userId = '',
  clientId = '',
  network = '',
  from = '',
  until = '',
}: Fields): AuditFields => ({
  userId,
  clientId,
  network,
  from,
  until,
});

/** The form of the filter, with the button that starts an export. */
function Filter({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { filter, services, failure } = snapshot.context;
  const invalidFields = invalidFieldsOf(failure);
  const isBusy = snapshot.matches({ working: { audit: 'loading' } });
  const options = [
    { value: '', label: text('desk.audit.anyService') },
    ...services.map(({ clientId, name }) => ({ value: clientId, label: nameOf(name, clientId) })),
  ];
  const isChosen = ({ value }: { readonly value: string }) => value === filter.clientId;
  return (
    <Form
      event={{ send: (formValues) => actor.send({ type: 'filter.submitted', filter: filterOf(formValues) }) }}
    >
      <div className={styles['fields']}>
        {FILTER_FIELDS.map((field) => (
          <TextField
            key={field.name}
            name={field.name}
            label={text(field.label)}
            hint={'example' in field ? text('desk.example', { example: field.example }) : undefined}
            defaultValue={filter[field.name]}
            autoComplete="off"
            error={invalidFields.includes(field.name) ? text('desk.invalid') : null}
          />
        ))}
        <SelectField
          name="clientId"
          label={text('desk.service')}
          options={[...options.filter(isChosen), ...options.filter((option) => !isChosen(option))]}
        />
      </div>
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('desk.loading')}>
          {text('desk.audit.search')}
        </Button>
        {isActAllowed(snapshot.context, 'auditExport') ? (
          <Button
            kind="secondary"
            onClick={() => actor.send({ type: 'act.chosen', act: 'auditExport', values: {} })}
          >
            {text('desk.act.auditExport')}
          </Button>
        ) : null}
      </ButtonRow>
    </Form>
  );
}

/** The progress of an export of the audit. */
function ExportProgress({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { auditExport, session } = snapshot.context;
  const time = useTime(session?.timeZone);
  if (auditExport === null) return null;
  const { lines, searchedTo } = auditExport;
  const isFailed = snapshot.matches({ working: { audit: 'exportFailed' } });
  const isDiscarding = snapshot.matches({ working: { audit: 'discarding' } });
  const exportText = text(isFailed ? 'desk.export.failed' : 'desk.export.running');
  const title = isDiscarding ? text('desk.export.discarding') : exportText;
  return (
    <>
      <Message tone={isFailed ? 'warning' : 'info'} live="polite">
        {title}
      </Message>
      {isFailed || isDiscarding ? null : <ProgressBar label={title} />}
      {searchedTo === null ? null : (
        <p>{text('desk.export.progress', { lines, time: time(Date.parse(searchedTo)) })}</p>
      )}
      <FailureMessage actor={actor} snapshot={snapshot} />
      {isDiscarding ? null : <p>{text('desk.export.leave')}</p>}
      <Button kind="secondary" busy={isDiscarding} onClick={() => actor.send({ type: 'export.discarded' })}>
        {text('desk.export.discard')}
      </Button>
    </>
  );
}

/** The audit, with a filter by person, service, network and time. */
export function AuditScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  const { auditExport, events, nextEventsKey, searchedTo, session } = snapshot.context;
  const time = useTime(session?.timeZone);
  const isShown = snapshot.matches({ working: { audit: 'shown' } });
  if (auditExport !== null) {
    return (
      <Card title={text('desk.screen.audit')}>
        <ExportProgress actor={actor} snapshot={snapshot} />
      </Card>
    );
  }
  return (
    <Card title={text('desk.screen.audit')}>
      <ActResultMessage snapshot={snapshot} />
      <Filter actor={actor} snapshot={snapshot} />
      <FailureMessage actor={actor} snapshot={snapshot} />
      <Entries label={text('desk.audit.list')}>
        {events.map(({ time: at, event, result, userId, words }, index) => (
          <Entry
            // Events have no ID; the index identifies an event, because events are only added at the end of the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: two events at the same time can be equal
            key={`${at} ${index}`}
            title={[userId, nameOf(words, event)].filter(Boolean).join(' · ')}
            details={time(Date.parse(at))}
            action={
              <span className={styles['result']} data-result={result === 'ok' ? 'ok' : 'refused'}>
                {result === 'ok' ? text('desk.audit.ok') : text('desk.audit.refused', { code: result })}
              </span>
            }
          />
        ))}
      </Entries>
      <Status>{isShown ? null : text('desk.loading')}</Status>
      {isShown && events.length === 0 ? <p>{text('desk.audit.nothing')}</p> : null}
      {searchedTo === null ? null : (
        <p>{text('desk.audit.searched', { time: time(Date.parse(searchedTo)) })}</p>
      )}
      {nextEventsKey === null ? null : (
        <Button kind="secondary" busy={!isShown} onClick={() => actor.send({ type: 'more.requested' })}>
          {text('desk.more')}
        </Button>
      )}
    </Card>
  );
}
