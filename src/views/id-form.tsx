import { type ReactNode, useEffect, useRef } from 'react';
import { useDrafts } from '#src/app/drafts.ts';
import { textField } from '#src/app/form-table.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import type { FieldsEvent, FormEvent } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';

/** Reads the ID from the fields of {@link IdForm}. */
export const ID_FORM = { userId: textField('username') };

/** The ID entry of a password flow (spec section 2, "Password flow", step 1). */
export function IdForm({
  actor,
  title,
  lead,
  userId,
  problem,
  refusalMessage,
  hasRestarted,
  isBusy,
  onEdit,
  createSubmitEvent,
  backEvent,
  footer,
}: {
  readonly actor: Parameters<typeof useFieldProblem>[0];
  readonly title: string;
  readonly lead: string;
  readonly userId: string;
  readonly problem: MessageKey | null;
  readonly refusalMessage: ReactNode;
  readonly hasRestarted: boolean;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  /** Creates the event that sends the ID. `afterSend` runs after the event was sent. */
  readonly createSubmitEvent: (afterSend: () => void) => FieldsEvent;
  readonly backEvent: FormEvent;
  /** Content below the buttons. */
  readonly footer?: ReactNode;
}) {
  const text = useText();
  const drafts = useDrafts();
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  useEffect(() => {
    if (refusalMessage) field.current?.select();
  }, [refusalMessage]);
  return (
    <Card title={title} lead={lead}>
      <Message tone="warning" live="polite">
        {hasRestarted ? text('passwordFlow.restarted') : null}
      </Message>
      <Form event={createSubmitEvent(announceProblem)}>
        <TextField
          ref={field}
          label={text('identity.label')}
          name="username"
          autoComplete="username"
          enterKeyHint="next"
          autoFocus
          readOnly={isBusy}
          defaultValue={userId || (drafts.typedIdFor('') ?? '')}
          onChange={(value) => {
            drafts.saveTypedId(value, '');
            onEdit();
          }}
          error={error ?? refusalMessage}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('identity.checking')}>
            {text('action.next')}
          </Button>
          <Button kind="secondary" disabled={isBusy} event={backEvent}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
      {footer}
    </Card>
  );
}
