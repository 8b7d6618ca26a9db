import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useText } from './text.ts';

/** What stands in place of a screen that could not be drawn. */
export function CrashNotice() {
  const text = useText();
  return (
    <Card title={text('crash.title')} lead={text('crash.hint')}>
      <Button onClick={() => window.location.reload()}>{text('crash.reload')}</Button>
    </Card>
  );
}
