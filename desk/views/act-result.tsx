import { useDeskText } from '#desk/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

/** A message with the result of the last act. */
export function ActResultMessage({ snapshot }: Pick<ScreenProps, 'snapshot'>) {
  const text = useDeskText();
  const { actResult } = snapshot.context;
  const isDone = actResult !== null && actResult.kind === 'done';
  const resultText = () => {
    if (actResult === null) return null;
    if (actResult.act === 'signOut') return text('desk.notSignedOut');
    return text(actResult.kind === 'unchanged' ? 'desk.unchanged' : `desk.done.${actResult.act}`);
  };
  return (
    <Message tone={isDone ? 'success' : 'warning'} live="polite">
      {resultText()}
    </Message>
  );
}
