import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import type { Fields } from '#src/ui/form-event.ts';
import { useFirstFocus } from './first-focus.ts';
import { problemText } from './problem-text.ts';
import type { ScreenProps } from './screen.ts';

/** The form for a registration code: 16 digits, and 6 more digits, which the portal shows. */
export function RegistrationCodeForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = snapshot.hasTag('busy');
  useFirstFocus(field);

  const edit = () => actor.send({ type: 'entry.edited' });
  function submit({ authCode = '', otp = '' }: Fields) {
    actor.send({ type: 'digits.submitted', authCode, otp });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }

  return (
    <Form event={{ send: submit }}>
      <CodeField
        ref={field}
        name="authCode"
        label={text('phone.digits.authCode')}
        autoComplete="off"
        isLong
        autoFocus
        disabled={isBusy}
        onChange={edit}
        error={problemText(text, snapshot.context)}
      />
      <CodeField
        name="otp"
        label={text('phone.digits.otp')}
        autoComplete="off"
        isLong
        disabled={isBusy}
        onChange={edit}
      />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.registering')}>
        {text('phone.register')}
      </Button>
    </Form>
  );
}
