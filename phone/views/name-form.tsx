import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** The form that changes the name of the phone. */
export function NameForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');

  function submit({ name = '' }: Fields) {
    actor.send({ type: 'name.submitted', name });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }

  return (
    <Form event={{ send: submit }}>
      <TextField
        ref={field}
        name="name"
        label={text('phone.rename')}
        hint={text('phone.rename.hint')}
        autoComplete="off"
        defaultValue={snapshot.context.deviceName}
        disabled={isBusy}
        onChange={() => actor.send({ type: 'entry.edited' })}
        error={problemText(text, snapshot.context)}
      />
      <Button type="submit" kind="secondary" busy={isBusy} busyLabel={text('phone.rename.saving')}>
        {text('phone.rename.save')}
      </Button>
    </Form>
  );
}
