import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import facts from '#src/views/registration/facts.module.css';

/** The time left until the sent link expires. After that, the button that sends a new link. */
export function LinkPart({
  actor,
  backButton,
}: {
  readonly actor: ActorRefFrom<RegisterAppMachine>;
  readonly backButton: ReactNode;
}) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const { deadline } = snapshot.context;
  const hasExpired = snapshot.hasTag('blank');
  return (
    <>
      <p className={facts['caption']}>
        <Countdown
          deadline={hasExpired ? null : deadline}
          format="clock"
          announcementOf={(seconds) => text('registerApp.left', { time: countdownText(seconds, 'clock') })}
        >
          {(time) => text('registerApp.left', { time })}
        </Countdown>
      </p>
      <ButtonRow>
        {hasExpired ? (
          <Button onClick={() => actor.send({ type: 'code.renew' })}>{text('registerApp.sendAgain')}</Button>
        ) : null}
        {backButton}
      </ButtonRow>
    </>
  );
}
