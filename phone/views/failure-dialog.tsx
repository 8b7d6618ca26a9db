import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { failureText } from './failure-text.ts';
import type { ScreenProps } from './screen.ts';

/** A dialog that explains why a call has failed. */
export function FailureDialog({
  actor,
  snapshot,
  title = 'phone.refused',
}: ScreenProps & { readonly title?: 'phone.refused' | 'phone.request.failed' | 'phone.login.failed' }) {
  const text = usePhoneText();
  const okButton = useRef<HTMLButtonElement>(null);
  const { failure } = snapshot.context;
  const dismiss = () => actor.send({ type: 'failure.dismissed' });
  return (
    <Dialog
      open={failure !== null}
      title={text(title)}
      onClose={dismiss}
      initialFocus={okButton}
      actions={
        <Button ref={okButton} onClick={dismiss}>
          {text('phone.ok')}
        </Button>
      }
    >
      {failure ? <p>{failureText(text, failure)}</p> : null}
    </Dialog>
  );
}
