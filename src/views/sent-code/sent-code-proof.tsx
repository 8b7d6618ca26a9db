import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import type { Boxes } from '#src/views/method-boxes.tsx';
import { NO_BOXES, type ProofProps } from '#src/views/proof.ts';
import { useSelectAfter } from '#src/views/select-after.ts';
import { maskedContact } from './contact.ts';
import { DeliveryStatus } from './delivery-status.tsx';

/** A sent code: its contact, its sending, its input. */
export function SentCodeProof({
  actor,
  boxes = NO_BOXES,
  submit: submitKey = 'action.login',
  failed,
  children,
}: ProofProps<SentCodeMachine> & { readonly boxes?: Boxes }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { contacts, problem, failure, sendFailure, received } = snapshot.context;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const wasSent = snapshot.context.validUntil !== null;

  useSelectAfter(failure, field);

  useEffect(() => {
    if (received) setCode(received);
  }, [received]);

  function submit() {
    actor.send({ type: 'code.submitted', code, ...boxes });
    tell();
  }

  return (
    <>
      <AccountLine
        label={text('otp.contact')}
        userId={contacts.map(maskedContact).join(', ')}
        action={
          <Button
            kind={wasSent ? 'secondary' : 'primary'}
            busy={snapshot.hasTag('sending')}
            busyLabel={text('otp.sending')}
            onClick={() => {
              actor.send({ type: 'code.send' });
              field.current?.focus();
            }}
          >
            {text(wasSent ? 'otp.resend' : 'otp.send')}
          </Button>
        }
      />
      <DeliveryStatus snapshot={snapshot} />
      <Form onSubmit={submit}>
        <CodeEntry
          field={field}
          kind="digits"
          label={text('code.label')}
          value={code}
          onChange={(value) => {
            setCode(value);
            actor.send({ type: 'code.edited' });
          }}
          error={error}
          isBusy={isBusy}
        />
        <Button
          type="submit"
          kind={wasSent ? 'primary' : 'secondary'}
          busy={isBusy}
          busyLabel={text('code.checking')}
        >
          {text(submitKey)}
        </Button>
        {children?.(isBusy)}
      </Form>
      <FailureDialog
        failure={sendFailure ?? failure}
        call={sendFailure ? 'send' : 'authenticate'}
        general="info.failure.otp.authentication"
        title={sendFailure ? 'otp.sendFailed' : failed}
        onDismiss={() => actor.send({ type: sendFailure ? 'delivery.dismissed' : 'failure.dismissed' })}
        finalFocus={field}
      />
    </>
  );
}
