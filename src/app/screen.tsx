import { useEffect, useRef } from 'react';
import { screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Waiting } from '#src/views/waiting.tsx';
import { flowViews } from './flow-views.ts';
import { usePortal, usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

/** The view of the flow that is on, or what the portal itself has to say. */
export function Screen() {
  const text = useText();
  const portal = usePortal();
  const flow = usePortalSelector(screenFlowOf);
  const actor = usePortalSelector((snapshot) => (flow ? snapshot.children[flow] : undefined));
  const isUnloaded = usePortalSelector((snapshot) => snapshot.matches({ departing: 'unloaded' }));
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (actor && document.activeElement === document.body) frame.current?.querySelector('h1')?.focus();
  }, [actor]);

  const View = flow ? flowViews.get(flow) : undefined;
  return (
    <div ref={frame}>
      {View && actor ? (
        <View key={actor.sessionId} actor={actor} />
      ) : isUnloaded ? (
        <Card title={text('loading.failed')} lead={text('loading.failedHint')}>
          <Button onClick={() => portal.send({ type: 'load.retry' })}>{text('action.retry')}</Button>
        </Card>
      ) : (
        <Waiting title={text('departure.leavingUnknown')} />
      )}
    </div>
  );
}
