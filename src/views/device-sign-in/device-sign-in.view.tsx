import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { DeviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { useFieldProblem } from '#src/views/field-problem.tsx';

type Props = { readonly actor: ActorRefFrom<DeviceSignInMachine> };

export const DEVICE_SIGN_IN_FORMS = {
  'device.submitted': { userCode: textField('deviceCode') },
} satisfies FormTable<EventFromLogic<DeviceSignInMachine>>;

/** The form in which the person types the code of the device. */
function UserCodeForm({ actor }: Props) {
  const text = useText();
  const failureText = useFailureText();
  const { formEvent } = useFormEvents(actor, DEVICE_SIGN_IN_FORMS);
  const { userCode, result, problem, failure } = useSelector(actor, ({ context }) => context);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  return (
    <Card title={text('title.deviceSignIn')} lead={text('deviceSignIn.lead')}>
      <Message tone="error" live="assertive">
        {result === 'failed' ? text('deviceSignIn.failed') : null}
      </Message>
      <Form event={formEvent('device.submitted', announceProblem)}>
        <CodeField
          ref={field}
          label={text('deviceSignIn.code')}
          name="deviceCode"
          autoComplete="off"
          inputMode="text"
          enterKeyHint="next"
          autoFocus
          readOnly={isBusy}
          defaultValue={userCode}
          onChange={() => actor.send({ type: 'device.edited' })}
          error={error ?? (failure ? failureText(failure) : undefined)}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('deviceSignIn.checking')}>
            {text('action.next')}
          </Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}

/** The screens on which a person allows or declines the sign-in at a device without a browser (rule 278). */
export function DeviceSignInView({ actor }: Props) {
  const text = useText();
  const failureText = useFailureText();
  const { event } = useFormEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const { device, failure } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');

  const restartButton = (
    <Button kind="secondary" event={event({ type: 'device.restart' })}>
      {text('deviceSignIn.again')}
    </Button>
  );

  if (snapshot.matches('signedIn')) {
    return (
      <Card result="done" title={text('deviceSignIn.signedIn')} lead={text('deviceSignIn.signedInHint')}>
        {restartButton}
      </Card>
    );
  }
  if (snapshot.matches('declined')) {
    return (
      <Card result="refused" title={text('deviceSignIn.declined')} lead={text('deviceSignIn.declinedHint')}>
        {restartButton}
      </Card>
    );
  }
  if (!device || snapshot.matches('entering') || snapshot.matches('checking')) {
    return <UserCodeForm actor={actor} />;
  }
  return (
    <Card title={text('deviceSignIn.question')} lead={text('deviceSignIn.compare')}>
      <Message tone="error" live="assertive">
        {failure ? failureText(failure) : null}
      </Message>
      <AccountLine label={text('deviceSignIn.code')} value={device.userCode} />
      <AccountLine label={text('deviceSignIn.service')} value={device.serviceName} />
      {device.addressRange === '' ? null : (
        <AccountLine label={text('deviceSignIn.network')} value={device.addressRange} />
      )}
      <ButtonRow>
        <Button
          busy={snapshot.matches('allowing')}
          disabled={snapshot.matches('declining')}
          busyLabel={text('deviceSignIn.allowing')}
          event={event({ type: 'device.allow' })}
        >
          {text('deviceSignIn.allow')}
        </Button>
        <Button
          kind="secondary"
          busy={snapshot.matches('declining')}
          disabled={isBusy && !snapshot.matches('declining')}
          busyLabel={text('deviceSignIn.declining')}
          event={event({ type: 'device.decline' })}
        >
          {text('deviceSignIn.decline')}
        </Button>
      </ButtonRow>
    </Card>
  );
}
