import { useDeskText } from '#desk/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import { failureText } from './failure-text.ts';
import type { ScreenProps } from './screen.ts';

/** The failure of a call of the screen, with a button to retry if the machine accepts a retry. */
export function FailureMessage({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { failure } = snapshot.context;
  const shownFailure = snapshot.matches({ working: 'acting' }) ? null : failure;
  return (
    <>
      <Message tone="error" live="assertive">
        {shownFailure ? failureText(text, shownFailure) : null}
      </Message>
      {shownFailure && snapshot.can({ type: 'desk.retry' }) ? (
        <Button kind="secondary" onClick={() => actor.send({ type: 'desk.retry' })}>
          {text('desk.retry')}
        </Button>
      ) : null}
    </>
  );
}
