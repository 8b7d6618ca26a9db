import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { EventFromLogic } from 'xstate';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import type { ProofProps } from '#src/views/proof.ts';
import { inputFailure, useAttention } from '#src/views/use-attention.ts';
import { useFilledCode } from '#src/views/use-filled-code.ts';
import { maskedContact } from './contact.ts';
import { DeliveryStatus, TimeLeft } from './delivery-status.tsx';

export const SENT_CODE_FORMS = {
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<SentCodeMachine>>;

/** The contact to which a code is sent, the button that sends the code, and the input of the code. */
export function SentCodeProof({
  actor,
  submitLabel = 'action.login',
  failureTitle,
  call = 'authenticate',
  adjacentButton,
  children,
}: ProofProps<SentCodeMachine>) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, SENT_CODE_FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { contacts, problem, failure, sendFailure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isSending = snapshot.hasTag('sending');
  const wasSent = snapshot.context.validUntil !== null;
  const isRecalling = snapshot.matches({ working: { delivery: 'recalling' } });
  /** Whether the person has to press the send button first. Calculated once, so that the focus does not move later. */
  const [hasToSend] = useState(!wasSent && !snapshot.context.autoStarts);

  useFilledCode(actor, field);
  useAttention(inputFailure(failure), field, 'after');

  return (
    <>
      <AccountLine
        label={text('otp.contact')}
        value={contacts.map(maskedContact)}
        action={
          <Button
            kind={wasSent ? 'secondary' : 'primary'}
            busy={isSending}
            alternateText={text(wasSent ? 'otp.send' : 'otp.resend')}
            autoFocus={hasToSend}
            disabled={!isSending && !isRecalling && !snapshot.can({ type: 'code.send' })}
            event={event({ type: 'code.send' }, () => field.current?.focus())}
          >
            {text(wasSent ? 'otp.resend' : 'otp.send')}
          </Button>
        }
      />
      <Form event={formEvent('code.submitted', announceProblem)}>
        <CodeEntry
          field={field}
          kind="digits"
          label={text('code.label')}
          onChange={() => actor.send({ type: 'code.edited' })}
          error={error}
          isBusy={isBusy}
          autoFocus={!hasToSend}
          endContent={<TimeLeft snapshot={snapshot} />}
        />
        <DeliveryStatus snapshot={snapshot} />
        <ButtonRow>
          <Button
            type="submit"
            kind={wasSent ? 'primary' : 'secondary'}
            busy={isBusy}
            busyLabel={text('code.checking')}
          >
            {text(submitLabel)}
          </Button>
          {adjacentButton}
        </ButtonRow>
        {children?.(isBusy)}
      </Form>
      <FailureDialog
        failure={sendFailure ?? failure}
        call={sendFailure ? 'send' : call}
        fallbackKey="info.failure.otp.authentication"
        title={sendFailure ? 'otp.sendFailed' : failureTitle}
        dismissEvent={event({ type: sendFailure ? 'delivery.dismissed' : 'failure.dismissed' })}
        finalFocus={field}
      />
    </>
  );
}
