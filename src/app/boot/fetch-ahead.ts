import type { LazyFlow } from '#machines/portal/flows.ts';

/** Flows that may follow the ID entry, the likeliest first. */
export const NEXT_FLOWS: readonly LazyFlow[] = [
  'password',
  'return-to-service',
  'chooser',
  'sent-code',
  'second-factor',
  'push',
  'device-code',
  'passkey',
  'qr',
  'emergency',
];

/** Options to fetch the code of later screens. */
export type FetchAheadOptions = {
  /** Fetches the code of a flow; the browser caches it. */
  readonly load: (flow: LazyFlow) => Promise<unknown>;
  /** Resolves when the browser is idle. */
  readonly whenIdle: () => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Fetches the code of the screens that may come next: the likeliest immediately, the others one after the other while the
 * browser is idle. A failed fetch is repeated by the flow's screen.
 */
export async function fetchAhead({ load, whenIdle, signal }: FetchAheadOptions): Promise<void> {
  for (const flow of NEXT_FLOWS) {
    // The likeliest is fetched immediately, because a browser is seldom idle right after a page has started.
    if (flow !== NEXT_FLOWS[0]) await whenIdle();
    if (signal.aborted) return;
    await load(flow).catch(() => undefined);
  }
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
