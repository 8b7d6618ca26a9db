import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Snapshot } from 'xstate';
import type { ScreenFlow } from '#machines/portal/flows.ts';
import { screenFlowOf } from '#machines/portal/portal.selectors.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useFocusFallback } from '#src/ui/focus-fallback.ts';
import { Message } from '#src/ui/message.tsx';
import { Waiting } from '#src/views/waiting.tsx';
import { flowViews } from './flow-views.ts';
import { useFormEvents } from './form-events.ts';
import { usePortal, usePortalSelector } from './portal-context.tsx';
import { useScreenTitleKey } from './screen-title.ts';
import { useText } from './text.ts';

/** Flows that need scripts: they create keys, open an app, or post a message to the parent window. */
const FLOWS_WITH_SCRIPTS: ReadonlySet<ScreenFlow> = new Set(['management', 'provisioning', 'authenticated']);

/** The state value of a flow as a string, which changes with every step of the flow. */
const stateValueOf = (snapshot: Snapshot<unknown> | undefined) =>
  JSON.stringify(snapshot && 'value' in snapshot ? snapshot.value : null);

/**
 * The view of the current flow; while its code loads, a waiting screen, or a message if the code could not be loaded.
 * When a step removes the focused control from the page, the title gets the focus.
 */
export function Screen() {
  const text = useText();
  const { event } = useFormEvents(usePortal());
  const flow = usePortalSelector(screenFlowOf);
  const actor = usePortalSelector((snapshot) => (flow ? snapshot.children[flow] : undefined));
  const titleKey = useScreenTitleKey();
  const isRenewing = usePortalSelector((snapshot) => snapshot.matches('renewing'));
  const hasLoadFailed = usePortalSelector((snapshot) => snapshot.hasTag('unloaded'));
  const frame = useRef<HTMLDivElement>(null);

  // Renders this component after every step of the flow, so that the effect below runs.
  useSelector(actor, stateValueOf);

  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.querySelector('h1')?.focus();
  });
  useFocusFallback(frame);

  const View = flow ? flowViews.get(flow) : undefined;
  // The memo prevents every step from rendering the whole view: the parts of the view subscribe to the actor themselves.
  const view = useMemo(() => View && actor && <View key={actor.sessionId} actor={actor} />, [View, actor]);
  return (
    <div ref={frame}>
      {flow && FLOWS_WITH_SCRIPTS.has(flow) ? (
        <noscript>
          <Message tone="warning">{text('noScript.needed')}</Message>
          <Button kind="secondary" href="/first">
            {text('action.home')}
          </Button>
        </noscript>
      ) : null}
      {view ??
        (hasLoadFailed ? (
          <Card title={text('loading.failed')} lead={text('loading.failedHint')}>
            <Button event={event({ type: 'load.retry' })}>{text('action.retry')}</Button>
          </Card>
        ) : (
          <Waiting title={text(isRenewing ? 'identity.checking' : titleKey)} />
        ))}
    </div>
  );
}
