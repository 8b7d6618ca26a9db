import type { LazyFlow, ScreenFlow } from '#machines/portal/flows.ts';
import { type PortalRef, type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';

/** The flows that may follow a screen, the most probable flow first. After any other screen, the policy decides. */
const FLOWS_AFTER: Partial<Record<ScreenFlow, readonly LazyFlow[]>> = {
  'id-entry': ['password', 'chooser'],
  chooser: ['sent-code', 'push', 'device-code', 'passkey', 'qr', 'emergency'],
  'second-factor': ['return-to-service'],
};

/** The flows that may follow the current screen. Fetching more flows would take bandwidth from the current sign-in. */
function nextFlowsOf(snapshot: PortalSnapshot): readonly LazyFlow[] {
  const flow = screenFlowOf(snapshot);
  const { policy } = snapshot.context;
  if (flow && FLOWS_AFTER[flow]) return FLOWS_AFTER[flow];
  return flow && policy ? [policy.secondAuth ? 'second-factor' : 'return-to-service'] : [];
}

/** Options of {@link fetchAhead}. */
export type FetchAheadOptions = {
  readonly portal: PortalRef;
  /** Fetches the code of a flow. */
  readonly load: (flow: LazyFlow) => Promise<unknown>;
  /** Resolves when the browser is idle. */
  readonly whenIdle: () => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * On every screen, fetches the code of the screens that may follow. The most probable screen is fetched immediately,
 * because a browser is seldom idle right after a screen has appeared; the other screens one after another while the
 * browser is idle. If a fetch fails, the portal fetches the code again when it shows the screen.
 */
export function fetchAhead({ portal, load, whenIdle, signal }: FetchAheadOptions): void {
  let currentFlow: ScreenFlow | null = null;
  const fetchNextFlows = async (snapshot: PortalSnapshot) => {
    const flow = screenFlowOf(snapshot);
    if (flow === currentFlow) return;
    currentFlow = flow;
    for (const [index, nextFlow] of nextFlowsOf(snapshot).entries()) {
      if (index > 0) await whenIdle();
      if (signal.aborted || flow !== currentFlow) return;
      await load(nextFlow).catch(() => undefined);
    }
  };
  const subscription = portal.subscribe(fetchNextFlows);
  signal.addEventListener('abort', () => subscription.unsubscribe());
  void fetchNextFlows(portal.getSnapshot());
}

/** Maximum wait for an idle browser, in milliseconds. */
const MAX_IDLE_WAIT_MS = 2000;

/** Wait in a browser that does not report when it is idle, in milliseconds. */
const WAIT_WITHOUT_IDLE_CALLBACK_MS = MAX_IDLE_WAIT_MS / 10;

/** Resolves when the browser is idle, or after a fixed time if the browser does not report when it is idle. */
export const whenBrowserIdle = (pageWindow: Window): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in pageWindow)
      pageWindow.requestIdleCallback(() => resolve(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(resolve, WAIT_WITHOUT_IDLE_CALLBACK_MS);
  });
