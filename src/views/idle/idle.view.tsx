import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Message } from '#src/ui/message.tsx';
import { useFailureText } from '#src/views/failure-text.ts';

type IdleProps = { readonly actor: ActorRefFrom<IdleMachine> };

/** Before an idle session ends, asks over any screen whether the person wants to continue it. */
export function IdleView({ actor }: IdleProps) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const hasSession = usePortalSelector((snapshot) => snapshot.can({ type: 'session.lapsed' }));
  return isOpen && hasSession ? <IdleDialog actor={actor} /> : null;
}

function IdleDialog({ actor }: IdleProps) {
  const text = useText();
  const failureText = useFailureText();
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { deadline, failure } = useSelector(actor, ({ context }) => context);
  const keepSession = () => actor.send({ type: 'session.keep' });
  const timeLeftText = (secondsLeft: number) =>
    text('session.left', { time: countdownText(secondsLeft, 'clock') });
  return (
    <Dialog
      open
      title={text('session.unused')}
      onClose={keepSession}
      actions={
        <Button onClick={keepSession} busy={isBusy}>
          {text('session.keep')}
        </Button>
      }
    >
      <p>{text('session.unusedHint')}</p>
      <Countdown deadline={deadline} format="clock" announcementOf={timeLeftText} announcesStart={false}>
        {(_, secondsLeft) => timeLeftText(secondsLeft)}
      </Countdown>
      <Message tone="error" live="assertive">
        {failure && !isBusy ? failureText(failure) : null}
      </Message>
    </Dialog>
  );
}
