import { useState } from 'react';
import { useFormEvents } from '#src/app/form-events.ts';
import { usePortal } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

/**
 * Shows the ID of the person who signs in, and a link with which another person starts again. With `confirmsChange`,
 * the link first asks for a confirmation.
 */
export function IdentifiedPerson({
  userId,
  confirmsChange = false,
}: {
  readonly userId: string;
  readonly confirmsChange?: boolean;
}) {
  const text = useText();
  const { event } = useFormEvents(usePortal());
  const [isConfirming, setIsConfirming] = useState(false);
  const restartEvent = event({ type: 'route.requested', address: '/first' });

  return (
    <>
      {confirmsChange ? (
        <Dialog
          open={isConfirming}
          title={text('second.leaveTitle')}
          onClose={() => setIsConfirming(false)}
          actions={
            <ButtonRow>
              <Button event={restartEvent}>{text('second.leave')}</Button>
              <Button kind="secondary" onClick={() => setIsConfirming(false)}>
                {text('second.stay')}
              </Button>
            </ButtonRow>
          }
        >
          {text('second.leaveHint')}
        </Dialog>
      ) : null}
      <AccountLine
        label={text('password.account')}
        value={userId}
        action={
          <TextLink
            event={confirmsChange ? { ...restartEvent, send: () => setIsConfirming(true) } : restartEvent}
          >
            {text('identity.another')}
          </TextLink>
        }
      />
    </>
  );
}
