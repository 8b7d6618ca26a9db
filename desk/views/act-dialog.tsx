import { type ReactNode, useEffect, useRef } from 'react';
import { useDeskText } from '#desk/app/text.ts';
import type { ActName, ActValues, Draft } from '#machines/desk/desk.types.ts';
import { needsReason } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { hasFile } from '#wire/desk/calls.ts';
import type { ImportJob } from '#wire/desk/import.ts';
import { DESK_MAX_REASON_LENGTH, DESK_SIGN_IN_PATH } from '#wire/desk/names.ts';
import { ACT_FIELDS } from './act-fields.ts';
import { BulkResults } from './bulk.tsx';
import { failureText, invalidFieldsOf } from './failure-text.ts';
import { IssuedText } from './issued.tsx';
import { useLocalizedName } from './localized.ts';
import type { ScreenProps } from './screen.ts';

type DraftProps = ScreenProps & { readonly draft: Draft };

/** Moves the chosen option to the front, because a select field shows its first option. */
const chosenFirst = <Option extends { readonly value: string }>(
  options: readonly Option[],
  chosen: string | undefined,
): readonly Option[] => [
  ...options.filter(({ value }) => value === chosen),
  ...options.filter(({ value }) => value !== chosen),
];

/** The select field of an act: the format of an export, or the service of a password link. */
function ActSelectField({ snapshot, draft: { act, values } }: Pick<DraftProps, 'snapshot' | 'draft'>) {
  const text = useDeskText();
  const nameOf = useLocalizedName();
  if (act === 'auditExport')
    return (
      <SelectField
        name="format"
        label={text('desk.formatLabel')}
        options={chosenFirst(
          (['csv', 'ndjson'] as const).map((value) => ({ value, label: text(`desk.format.${value}`) })),
          values['format'],
        )}
      />
    );
  if (act !== 'passwordLink') return null;
  const options = snapshot.context.services.map(({ clientId, name }) => ({
    value: clientId,
    label: nameOf(name, clientId),
  }));
  return (
    <SelectField
      name="clientId"
      label={text('desk.service')}
      options={chosenFirst(options, values['clientId'])}
    />
  );
}

const countsOf = ({ added, changed, unchanged }: ImportJob) => ({ added, changed, unchanged });

const titleOf = (act: ActName) => `desk.act.${act}` as const;

/** The form of an act: fields, reason and buttons. */
function ActForm({ actor, snapshot, draft }: DraftProps) {
  const text = useDeskText();
  const { failure, problem } = snapshot.context;
  const { act, values } = draft;
  const isBusy = snapshot.matches({ working: { acting: 'sending' } });
  const fields = ACT_FIELDS[act] ?? [];
  const invalidFields = invalidFieldsOf(failure);
  const isReasonNeeded = needsReason(snapshot.context, act);
  return (
    <Form
      event={{ send: (formValues: ActValues) => actor.send({ type: 'act.confirmed', values: formValues }) }}
    >
      {fields.map(({ name, label, example }, index) => (
        <TextField
          key={name}
          name={name}
          label={text(label)}
          hint={example && text('desk.example', { example })}
          defaultValue={values[name]}
          autoComplete="off"
          autoFocus={index === 0}
          readOnly={isBusy}
          error={invalidFields.includes(name) ? text('desk.invalid') : null}
        />
      ))}
      <ActSelectField snapshot={snapshot} draft={draft} />
      {isReasonNeeded ? (
        <TextField
          name="reason"
          label={text('desk.reason')}
          hint={text('desk.reason.hint')}
          defaultValue={values['reason']}
          autoComplete="off"
          autoFocus={fields.length === 0}
          maxLength={DESK_MAX_REASON_LENGTH}
          readOnly={isBusy}
          error={problem ? text(problem) : null}
        />
      ) : null}
      <Message tone="error" live="assertive">
        {failure ? `${text('desk.notActed')}. ${failureText(text, failure)}` : null}
      </Message>
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('desk.sending')}>
          {text(titleOf(act))}
        </Button>
        <Button kind="secondary" onClick={() => actor.send({ type: 'act.cancelled' })} disabled={isBusy}>
          {text('desk.cancel')}
        </Button>
      </ButtonRow>
    </Form>
  );
}

/** Links to a new sign-in at the portal. After the sign-in, the help desk continues with the act. */
function Reauthentication({ actor, snapshot, draft }: DraftProps) {
  const text = useDeskText();
  const { screen } = snapshot.context.route;
  const link = useRef<HTMLAnchorElement>(null);
  // The element that had the focus was removed together with the form.
  useEffect(() => link.current?.focus(), []);
  const query = new URLSearchParams({ again: 'Y', to: `/desk/${screen === 'find' ? '' : screen}` });
  return (
    <>
      {hasFile(draft.act) ? <p>{text('desk.proving.file')}</p> : null}
      <ButtonRow>
        <Button ref={link} href={`${DESK_SIGN_IN_PATH}?${query}`}>
          {text('desk.proving.continue')}
        </Button>
        <Button kind="secondary" onClick={() => actor.send({ type: 'act.cancelled' })}>
          {text('desk.cancel')}
        </Button>
      </ButtonRow>
    </>
  );
}

/** Closes the dialog with an issued value. The button takes the focus, because the focused element was removed. */
function CloseButton({ onClick }: { readonly onClick: () => void }) {
  const text = useDeskText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClick}>
      {text('desk.close')}
    </Button>
  );
}

/** The dialog of an act: its form, a new sign-in if it is required, and the issued value. */
export function ActDialog({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { draft, issued, session, job } = snapshot.context;
  const isReauthenticating = snapshot.matches({ working: { acting: 'reauthenticating' } });
  const isIssued = snapshot.matches({ working: { acting: 'issued' } });

  function close() {
    if (isIssued) actor.send({ type: 'issued.closed' });
    else if (!snapshot.matches({ working: { acting: 'sending' } })) actor.send({ type: 'act.cancelled' });
  }
  function content(): { title: string; lead?: ReactNode; actions: ReactNode } {
    if (issued !== null) {
      return {
        title: text(`desk.issued.${issued.kind}`),
        lead: <IssuedText issued={issued} timeZone={session?.timeZone} />,
        actions: <CloseButton onClick={close} />,
      };
    }
    if (draft === null) return { title: '', actions: null };
    if (isReauthenticating) {
      return {
        title: text('desk.proving.title'),
        lead: <p>{text('desk.proving.lead')}</p>,
        actions: <Reauthentication actor={actor} snapshot={snapshot} draft={draft} />,
      };
    }
    return {
      title: text(titleOf(draft.act)),
      lead: (
        <>
          <p>
            {text(
              `desk.ask.${draft.act}`,
              draft.act === 'removeFactor' ? { name: draft.values['name'] ?? '' } : undefined,
            )}
          </p>
          {draft.act === 'importRun' && job?.kind === 'importCheck' ? (
            <p>{text('desk.import.counts', countsOf(job))}</p>
          ) : null}
          {draft.act === 'bulkRun' && job?.kind === 'bulkCheck' ? <BulkResults job={job} /> : null}
        </>
      ),
      actions: <ActForm key={draft.act} actor={actor} snapshot={snapshot} draft={draft} />,
    };
  }
  const { title, lead, actions } = content();
  return (
    <Dialog open={snapshot.matches({ working: 'acting' })} title={title} onClose={close} actions={actions}>
      {lead}
    </Dialog>
  );
}
