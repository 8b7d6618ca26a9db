import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Status } from '#src/ui/status.tsx';

/** The dialog after the session has expired, which explains that the person has to sign in again (spec section 8). */
export function SessionExpiryView({ actor }: { readonly actor: ActorRefFrom<SessionExpiryMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const deadline = useSelector(actor, ({ context }) => context.deadline);
  const canStay = useSelector(actor, (snapshot) => snapshot.can({ type: 'session.stay' }));
  const leaveButton = useRef<HTMLButtonElement>(null);
  const timeLeftText = (seconds: number) => text('session.countdown', { seconds });
  const leaveEvent = event({ type: 'session.leave' });
  return (
    <>
      <Card title={text('title.session')} lead={text('session.hint')} />
      <Dialog
        open
        title={text('session.expired')}
        onClose={leaveEvent.send}
        actions={
          <ButtonRow>
            <Button ref={leaveButton} event={leaveEvent}>
              {text('session.leave')}
            </Button>
            {canStay ? (
              <Button
                kind="secondary"
                event={event({ type: 'session.stay' }, () => leaveButton.current?.focus())}
              >
                {text('session.stay')}
              </Button>
            ) : null}
          </ButtonRow>
        }
      >
        <Status isShown>{canStay ? null : text('session.stayed')}</Status>
        <Countdown
          deadline={canStay ? deadline : null}
          format="seconds"
          announcementOf={timeLeftText}
          announcesStart={false}
        >
          {(_, seconds) => timeLeftText(seconds)}
        </Countdown>
      </Dialog>
    </>
  );
}
