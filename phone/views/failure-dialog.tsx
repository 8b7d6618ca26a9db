import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { failureText } from './failure-text.ts';
import type { ScreenProps } from './screen.ts';

/** Explains a failed call. */
export function FailureDialog({
  actor,
  snapshot,
  title = 'phone.refused',
}: ScreenProps & { readonly title?: 'phone.refused' | 'phone.request.failed' | 'phone.login.failed' }) {
  const text = usePhoneText();
  const ok = useRef<HTMLButtonElement>(null);
  const { failure } = snapshot.context;
  const dismiss = () => actor.send({ type: 'failure.dismissed' });
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={dismiss}
      initialFocus={ok}
      actions={
        <Button ref={ok} onClick={dismiss}>
          {text('phone.ok')}
        </Button>
      }
    >
      {failure ? <p>{failureText(text, failure)}</p> : null}
    </Dialog>
  );
}
