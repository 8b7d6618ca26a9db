import { useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import type { ScreenProps } from './screen.ts';

/** Confirms the removal of an account. */
export function RemovalDialog({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const cancel = useRef<HTMLButtonElement>(null);
  const userId = snapshot.context.accountToRemove?.userId ?? '';
  return (
    <Dialog
      open={snapshot.matches('removing')}
      title={text('phone.removeTitle', { userId })}
      onClose={() => actor.send({ type: 'removal.cancelled' })}
      initialFocus={cancel}
      actions={
        <ButtonRow>
          <Button busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'removal.confirmed' })}>
            {text('phone.removeConfirm')}
          </Button>
          <Button ref={cancel} kind="secondary" onClick={() => actor.send({ type: 'removal.cancelled' })}>
            {text('phone.cancel')}
          </Button>
        </ButtonRow>
      }
    >
      <p>{text('phone.removeLead')}</p>
    </Dialog>
  );
}
