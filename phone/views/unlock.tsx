import { useEffect, useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFirstFocus } from './first-focus.ts';
import { PinField } from './pin-field.tsx';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** The form for the PIN; if no try is left, a message. */
function PinForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  const { remainingTries } = snapshot.context;
  useFirstFocus(field);
  useEffect(() => {
    if (remainingTries !== null) field.current?.focus();
  }, [remainingTries]);
  if (remainingTries === 0) return <Message tone="error">{text('phone.pin.over')}</Message>;
  return (
    <Form event={{ send: ({ pin = '' }: Fields) => actor.send({ type: 'pin.entered', pin }) }}>
      <PinField
        ref={field}
        name="pin"
        label={text('phone.pin.label')}
        autoFocus
        disabled={isBusy}
        onChange={() => actor.send({ type: 'entry.edited' })}
        error={problemText(text, snapshot.context)}
      />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.unlock.checking')}>
        {text('phone.unlock.action')}
      </Button>
    </Form>
  );
}

/** A spinner while the phone verifies the user; after a failure, a button to retry. */
function PasskeyStatus({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  if (snapshot.hasTag('busy')) return <Spinner />;
  return (
    <>
      <Message tone="warning" live="polite">
        {text('phone.unlock.unconfirmed')}
      </Message>
      <Button onClick={() => actor.send({ type: 'unlock.retry' })}>{text('phone.retry')}</Button>
    </>
  );
}

/** The screen on which the person opens the lock of the app. */
export function UnlockScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const isPasskey = snapshot.context.lock.kind === 'passkey';
  return (
    <Card
      title={text('phone.unlock')}
      lead={text(isPasskey ? 'phone.unlock.passkeyLead' : 'phone.unlock.lead')}
      footer={
        snapshot.hasTag('busy') ? null : (
          <>
            <TextLink onClick={() => actor.send({ type: 'lock.forgotten' })}>
              {text('phone.lock.lost')}
            </TextLink>
            <TextLink onClick={() => actor.send({ type: 'unlock.leave' })}>{text('phone.cancel')}</TextLink>
          </>
        )
      }
    >
      {isPasskey ? (
        <PasskeyStatus actor={actor} snapshot={snapshot} />
      ) : (
        <PinForm actor={actor} snapshot={snapshot} />
      )}
    </Card>
  );
}
