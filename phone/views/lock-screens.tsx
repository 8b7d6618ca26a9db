import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFirstFocus } from './first-focus.ts';
import { NoticeMessage } from './notice.tsx';
import { PinField } from './pin-field.tsx';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** The form that sets a PIN. */
function PinForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  useFirstFocus(field);
  const edit = () => actor.send({ type: 'entry.edited' });
  function submit({ pin = '', again = '' }: Fields) {
    actor.send({ type: 'pin.set', pin, again });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }
  return (
    <Form event={{ send: submit }}>
      <PinField
        ref={field}
        name="pin"
        label={text('phone.pin.label')}
        autoFocus
        disabled={isBusy}
        onChange={edit}
        error={problemText(text, snapshot.context)}
      />
      <PinField name="again" label={text('phone.pin.again')} disabled={isBusy} onChange={edit} />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.lock.saving')}>
        {text('phone.pin.set')}
      </Button>
    </Form>
  );
}

/** The kinds of locks from which the person chooses. */
function LockOptions({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { lock } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const isOn = lock.kind === 'passkey' || lock.kind === 'pin';
  return (
    <>
      <NoticeMessage snapshot={snapshot} />
      <Message tone="error" live="assertive">
        {problemText(text, snapshot.context)}
      </Message>
      {isOn ? (
        <Checkbox
          label={text('phone.lock.cover')}
          checked={lock.coversCodes}
          disabled={isBusy}
          onChange={() => actor.send({ type: 'cover.toggled' })}
        />
      ) : null}
      {lock.canCreatePasskey ? (
        <Button
          busy={isBusy}
          busyLabel={text('phone.lock.saving')}
          onClick={() => actor.send({ type: 'passkey.create' })}
        >
          {text('phone.lock.passkey')}
        </Button>
      ) : null}
      <Button
        kind={lock.canCreatePasskey ? 'secondary' : 'primary'}
        busy={isBusy}
        onClick={() => actor.send({ type: 'pin.choose' })}
      >
        {text('phone.lock.pin')}
      </Button>
      <Button kind="quiet" busy={isBusy} onClick={() => actor.send({ type: 'lock.off' })}>
        {text('phone.lock.off')}
      </Button>
    </>
  );
}

/** The screen that sets the lock of the app. */
export function LockSetupScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const isSettingPin = snapshot.matches({ locking: 'typing' }) || snapshot.matches({ locking: 'savingPin' });
  return (
    <Card
      title={text(isSettingPin ? 'phone.pin.set' : 'phone.lock')}
      lead={text(isSettingPin ? 'phone.pin.lead' : 'phone.lock.lead')}
      footer={
        snapshot.can({ type: 'lock.leave' }) ? (
          <TextLink onClick={() => actor.send({ type: 'lock.leave' })}>
            {text(isSettingPin ? 'phone.cancel' : 'phone.lock.keep')}
          </TextLink>
        ) : null
      }
    >
      {isSettingPin ? (
        <PinForm actor={actor} snapshot={snapshot} />
      ) : (
        <LockOptions actor={actor} snapshot={snapshot} />
      )}
    </Card>
  );
}

/** The screen that asks whether all data of a locked app should be deleted. */
export function ClearingScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const isBusy = snapshot.hasTag('busy');
  return (
    <Card
      title={text('phone.clearing')}
      lead={text('phone.clearing.lead')}
      footer={
        isBusy ? null : (
          <TextLink onClick={() => actor.send({ type: 'clearing.cancelled' })}>
            {text('phone.cancel')}
          </TextLink>
        )
      }
    >
      <Button
        busy={isBusy}
        busyLabel={text('phone.clearing.confirm')}
        onClick={() => actor.send({ type: 'clearing.confirmed' })}
      >
        {text('phone.clearing.confirm')}
      </Button>
    </Card>
  );
}
