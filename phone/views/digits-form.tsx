import { useRef, useState } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { useFirstFocus } from './first-focus.ts';
import type { ScreenProps } from './screen.ts';

/** The 16 and the 6 digits that the portal shows. */
export function DigitsForm({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const [authCode, setAuthCode] = useState('');
  const [otp, setOtp] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { problem } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  useFirstFocus(field);

  function submit() {
    actor.send({ type: 'digits.submitted', authCode, otp });
    if (actor.getSnapshot().context.problem !== null) field.current?.focus();
  }

  return (
    <Form onSubmit={submit}>
      <CodeField
        ref={field}
        name="authCode"
        label={text('phone.digits.authCode')}
        value={authCode}
        autoComplete="off"
        isLong
        autoFocus
        disabled={isBusy}
        onChange={(value) => {
          setAuthCode(value);
          actor.send({ type: 'entry.edited' });
        }}
        error={problem ? text(problem) : null}
      />
      <CodeField
        name="otp"
        label={text('phone.digits.otp')}
        value={otp}
        autoComplete="off"
        isLong
        disabled={isBusy}
        onChange={(value) => {
          setOtp(value);
          actor.send({ type: 'entry.edited' });
        }}
      />
      <Button type="submit" busy={isBusy} busyLabel={text('phone.registering')}>
        {text('phone.register')}
      </Button>
    </Form>
  );
}
