import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { SessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** The expired session: why the person starts again, and the way there (spec section 8). */
export function SessionExpiryView({ actor }: { readonly actor: ActorRefFrom<SessionExpiryMachine> }) {
  const text = useText();
  const deadline = useSelector(actor, ({ context }) => context.deadline);
  const seconds = (left: number) => text('session.countdown', { seconds: left });
  const leave = () => actor.send({ type: 'session.leave' });
  return (
    <>
      <Card title={text('title.session')} lead={text('session.hint')} />
      <Dialog
        open
        title={text('session.expired')}
        onClose={leave}
        actions={<Button onClick={leave}>{text('session.leave')}</Button>}
      >
        <Countdown deadline={deadline} format="seconds" label={seconds}>
          {(_, left) => seconds(left)}
        </Countdown>
      </Dialog>
    </>
  );
}
