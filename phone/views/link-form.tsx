import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { useFirstFocus } from './first-focus.ts';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** The form for a copied link, for example from an SMS. */
export function LinkForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  useFirstFocus(field);

  function submit({ link = '' }: Fields) {
    actor.send({ type: 'link.submitted', link });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }

  return (
    <Form event={{ send: submit }}>
      <TextField
        ref={field}
        name="link"
        label={text('phone.link.label')}
        autoComplete="off"
        inputMode="url"
        autoFocus
        disabled={isBusy}
        onChange={() => actor.send({ type: 'entry.edited' })}
        error={problemText(text, snapshot.context)}
      />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.registering')}>
        {text('phone.register')}
      </Button>
    </Form>
  );
}
