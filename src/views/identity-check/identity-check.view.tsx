import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { IdentityCheckMachine } from '#machines/identity-check/identity-check.machine.ts';
import { isSent, wayState } from '#machines/identity-check/ways.ts';
import { SELF_AUTH_METHODS, type SelfAuthMethod } from '#machines/shared/policy.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { FailureDialog } from '#src/views/failure-dialog.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { PushDialog } from '#src/views/push/push-dialog.tsx';
import { useSelectAfter } from '#src/views/select-after.ts';

const NAMES: Readonly<Record<SelfAuthMethod, MessageKey>> = {
  sms: 'title.method.1',
  internalMail: 'title.method.2',
  privateMail: 'title.method.3',
  mobileOtp: 'title.method.9',
  push: 'title.method.10',
};

/** The identity check before a change (spec section 2, "Self-authentication screen"). */
export function IdentityCheckView({ actor }: { readonly actor: ActorRefFrom<IdentityCheckMachine> }) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { userId, way, deadline, push, problem, failure } = context;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { error, tell } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const isPush = way === 'push';
  const title = text('title.selfAuth');
  const previous = (
    <Button kind="secondary" onClick={() => actor.send({ type: 'check.back' })}>
      {text('action.previous')}
    </Button>
  );

  useSelectAfter(failure, field);

  if (snapshot.matches('unavailable')) {
    return (
      <Card title={title} lead={text('info.failure.noMethod')}>
        <p>{text('selfAuth.askAdministrator')}</p>
        {previous}
      </Card>
    );
  }

  const contact =
    way === 'sms'
      ? context.contacts.phoneNumber
      : way === 'internalMail' || way === 'privateMail'
        ? context.contacts[way]
        : null;

  function submit() {
    if (isPush) {
      actor.send({ type: 'push.request' });
      return;
    }
    actor.send({ type: 'code.submitted', code });
    tell();
  }

  return (
    <Card title={title} lead={text('identityCheck.lead')}>
      <AccountLine label={text('password.account')} userId={userId} />
      <RadioGroup
        legend={text('identityCheck.ways')}
        name="identityWay"
        value={way}
        onChange={(chosen) => {
          setCode('');
          actor.send({ type: 'way.chosen', way: chosen });
        }}
        options={SELF_AUTH_METHODS.filter((one) => wayState(context, one) !== 'X').map((value) => ({
          value,
          label: text(NAMES[value]),
          disabled: wayState(context, value) === 'N' || isBusy,
        }))}
      />
      {contact ? <AccountLine label={text('otp.contact')} userId={contact} /> : null}
      {isSent(way) ? (
        <Button
          kind={deadline === null ? 'primary' : 'secondary'}
          busy={snapshot.hasTag('sending')}
          busyLabel={text('otp.sending')}
          onClick={() => {
            actor.send({ type: 'code.send' });
            field.current?.focus();
          }}
        >
          {text(deadline === null ? 'otp.send' : 'otp.resend')}
        </Button>
      ) : null}
      <Message tone="info" live="polite">
        {deadline === null ? null : text('identityCheck.sent')}
      </Message>
      <Countdown
        deadline={isSent(way) ? deadline : null}
        format="clock"
        label={(seconds) => text('registerApp.left', { time: seconds })}
      />
      <Form onSubmit={submit}>
        {isPush ? null : (
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
        )}
        <ButtonRow>
          <Button
            ref={button}
            type="submit"
            kind={isSent(way) && deadline === null ? 'secondary' : 'primary'}
            busy={isBusy}
            busyLabel={text('code.checking')}
          >
            {text(isPush ? 'push.request' : 'action.next')}
          </Button>
          {previous}
        </ButtonRow>
      </Form>
      <PushDialog
        push={push}
        isCutOff={false}
        elsewhere={null}
        onCancel={() => actor.send({ type: 'push.cancel' })}
        finalFocus={button}
      />
      <FailureDialog
        failure={failure}
        general="info.failure.otp.authentication"
        title="selfAuth.failed"
        onDismiss={() => actor.send({ type: 'failure.dismissed' })}
        finalFocus={field}
      />
    </Card>
  );
}
