import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useText } from './text.ts';

/** Shown instead of a screen that failed to render. */
export function CrashNotice() {
  const text = useText();
  return (
    <Card title={text('crash.title')} lead={text('crash.hint')}>
      <Button onClick={() => window.location.reload()}>{text('crash.reload')}</Button>
    </Card>
  );
}
