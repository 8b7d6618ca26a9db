import type { LazyFlow, ScreenFlow } from '#machines/portal/flows.ts';
import { type PortalRef, type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';

/** The flows that may follow a screen, the likeliest first; after the others, the policy decides. */
const FLOWS_AFTER: Partial<Record<ScreenFlow, readonly LazyFlow[]>> = {
  'id-entry': ['password', 'chooser'],
  chooser: ['sent-code', 'push', 'device-code', 'passkey', 'qr', 'emergency'],
  'second-factor': ['return-to-service'],
};

/** The flows that may follow the current screen. Others would take bandwidth from the person who is signing in. */
function nextFlowsOf(snapshot: PortalSnapshot): readonly LazyFlow[] {
  const flow = screenFlowOf(snapshot);
  const { policy } = snapshot.context;
  if (flow && FLOWS_AFTER[flow]) return FLOWS_AFTER[flow];
  return flow && policy ? [policy.secondAuth ? 'second-factor' : 'return-to-service'] : [];
}

/** Options to fetch the code of later screens. */
export type FetchAheadOptions = {
  readonly portal: PortalRef;
  /** Fetches the code of a flow. */
  readonly load: (flow: LazyFlow) => Promise<unknown>;
  /** Resolves when the browser is idle. */
  readonly whenIdle: () => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Fetches the code of the screens that may follow each screen: the likeliest immediately, because a browser is seldom
 * idle right after a screen has appeared, the others one after the other while the browser is idle. A failed fetch is
 * repeated by the flow's screen.
 */
export function fetchAhead({ portal, load, whenIdle, signal }: FetchAheadOptions): void {
  let current: ScreenFlow | null = null;
  const follow = async (snapshot: PortalSnapshot) => {
    const flow = screenFlowOf(snapshot);
    if (flow === current) return;
    current = flow;
    for (const [index, next] of nextFlowsOf(snapshot).entries()) {
      if (index > 0) await whenIdle();
      if (signal.aborted || flow !== current) return;
      await load(next).catch(() => undefined);
    }
  };
  const subscription = portal.subscribe(follow);
  signal.addEventListener('abort', () => subscription.unsubscribe());
  void follow(portal.getSnapshot());
}

/** Longest wait for an idle browser, in milliseconds. */
const MAX_IDLE_WAIT_MS = 2000;

/** Resolves when the browser is idle, or after a short time where it does not report that. */
export const whenBrowserIdle = (page: Window): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in page)
      page.requestIdleCallback(() => resolve(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(resolve, MAX_IDLE_WAIT_MS / 10);
  });
