import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { ScreenProps } from './screen.ts';

/** The dialog that asks whether an account should be removed. */
export function RemovalDialog({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const userId = snapshot.context.accountToRemove?.userId ?? '';
  return (
    <Dialog
      open={snapshot.matches('removing')}
      title={text('phone.removeTitle', { userId })}
      onClose={() => actor.send({ type: 'removal.cancelled' })}
      initialFocus={cancelButton}
      actions={
        <ButtonRow>
          <Button busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'removal.confirmed' })}>
            {text('phone.removeConfirm')}
          </Button>
          <Button
            ref={cancelButton}
            kind="secondary"
            onClick={() => actor.send({ type: 'removal.cancelled' })}
          >
            {text('phone.cancel')}
          </Button>
        </ButtonRow>
      }
    >
      <p>{text('phone.removeLead')}</p>
    </Dialog>
  );
}
