import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { OtpMachine } from '#machines/otp/otp.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { MethodBoxes } from '#src/views/method-boxes.tsx';
import { useSelectAfter } from '#src/views/select-after.ts';
import { maskedContact } from './contact.ts';
import { DeliveryStatus } from './delivery-status.tsx';

/** The SMS and mail OTP screens (spec section 2, decision 75). */
export function OtpView({ actor }: { readonly actor: ActorRefFrom<OtpMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, tokenCode, contacts, hasOtherMethods, problem, failure, sendFailure, received } =
    snapshot.context;
  const [code, setCode] = useState('');
  const [always, setAlways] = useState(snapshot.context.isFixed);
  const [alwaysSend, setAlwaysSend] = useState(snapshot.context.alwaysSend);
  const field = useRef<HTMLInputElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const wasSent = snapshot.context.validUntil !== null;

  useSelectAfter(failure, field);

  useEffect(() => {
    if (received) setCode(received);
  }, [received]);

  function submit() {
    actor.send({ type: 'code.submitted', code, always, alwaysSend });
    tell();
  }

  return (
    <Card title={text(`title.method.${tokenCode}` as MessageKey)} lead={text('otp.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <AccountLine label={text('otp.contact')} userId={contacts.map(maskedContact).join(', ')} />
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
        <MethodBoxes
          always={always}
          alwaysSend={alwaysSend}
          onChange={(boxes) => {
            setAlways(boxes.always);
            setAlwaysSend(boxes.alwaysSend);
          }}
          isBusy={isBusy}
        />
        <Button
          type="submit"
          kind={wasSent ? 'primary' : 'secondary'}
          busy={isBusy}
          busyLabel={text('code.checking')}
        >
          {text('action.login')}
        </Button>
      </Form>
      {hasOtherMethods ? (
        <TextLink onClick={() => actor.send({ type: 'method.change' })}>{text('method.change')}</TextLink>
      ) : null}
      <FailureDialog
        failure={sendFailure ?? failure}
        call={sendFailure ? 'send' : 'authenticate'}
        general="info.failure.otp.authentication"
        title={sendFailure ? 'otp.sendFailed' : undefined}
        onDismiss={() => actor.send({ type: sendFailure ? 'delivery.dismissed' : 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
