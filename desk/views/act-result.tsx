import { useDeskText } from '#desk/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

/** The result of the last act. */
export function ActResultMessage({ snapshot }: Pick<ScreenProps, 'snapshot'>) {
  const text = useDeskText();
  const { actResult } = snapshot.context;
  const isGood = actResult !== null && actResult.kind === 'done';
  const said = () => {
    if (actResult === null) return null;
    if (actResult.act === 'signOut') return text('desk.notSignedOut');
    return text(actResult.kind === 'unchanged' ? 'desk.unchanged' : `desk.done.${actResult.act}`);
  };
  return (
    <Message tone={isGood ? 'success' : 'warning'} live="polite">
      {said()}
    </Message>
  );
}
