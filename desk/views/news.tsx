import { useDeskText } from '#desk/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

/** What has happened last. */
export function NewsLine({ snapshot }: Pick<ScreenProps, 'snapshot'>) {
  const text = useDeskText();
  const { news } = snapshot.context;
  const isGood = news !== null && news.kind === 'done';
  const said = () => {
    if (news === null) return null;
    if (news.act === 'signOut') return text('desk.notSignedOut');
    return text(news.kind === 'unchanged' ? 'desk.unchanged' : `desk.done.${news.act}`);
  };
  return (
    <Message tone={isGood ? 'success' : 'warning'} live="polite">
      {said()}
    </Message>
  );
}
