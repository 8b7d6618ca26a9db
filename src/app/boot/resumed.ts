import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { FlowChunk } from '#src/app/flow-chunk.ts';
import { importWithRetry } from '#src/app/import-with-retry.ts';
import { createTexts } from '#src/app/language/texts.ts';
import type { LateChunk } from '#src/app/late.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { isRecord } from '#src/app/storage/is-record.ts';
import { restoreTimers } from '#src/app/timers.ts';
import type { StoredScreen } from '#wire/server-portal.ts';

/**
 * The storage entry that contains the form key of the screen that this tab has resumed last. A reload does not resume
 * the screen again: the portal then starts from the session values.
 */
const STORAGE_KEY = 'munjigi.screen';

/** Values of the portal's context that only the browser knows. */
type BrowserValues = Pick<PortalContext, 'config' | 'origin' | 'isOnline' | 'passkeySupport'>;

/** A screen that the server has rendered, with the code and texts that the page needs to resume it (rule 233). */
export type ResumableScreen = {
  /** Returns the persisted snapshot in which the values of this browser replace the values that the server assumed. */
  readonly snapshotFor: (browser: BrowserValues) => unknown;
  /** Schedules the stored delayed events in the resumed portal. `now`: the server's time in epoch milliseconds. */
  readonly restoreTimers: (portal: PortalRef, now: number) => void;
  /** Stores that this tab has resumed the screen. */
  readonly rememberResumed: () => void;
  readonly flows: ReadonlyMap<LazyFlow, FlowChunk>;
  readonly texts: ReturnType<typeof createTexts>;
  readonly lateChunk: LateChunk;
};

/** The flows that run in a stored screen, whose code the page needs. */
function flowsIn({ snapshot }: StoredScreen): readonly LazyFlow[] {
  const children = isRecord(snapshot) && isRecord(snapshot['children']) ? snapshot['children'] : {};
  return Object.keys(children).filter((flow): flow is LazyFlow => Object.hasOwn(LAZY_FLOWS, flow));
}

function wasResumed(pageWindow: Window, key: string): boolean {
  try {
    return pageWindow.sessionStorage.getItem(STORAGE_KEY) === key;
  } catch {
    return false;
  }
}

/**
 * Stores that this tab has resumed the screen. If the browser blocks the storage, a reload resumes the screen again.
 */
function rememberResumed(pageWindow: Window, key: string): void {
  try {
    pageWindow.sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // Blocked or full storage.
  }
}

/**
 * Fetches the code and texts of a stored screen. Resolves to null if this tab has already resumed the screen. Rejects
 * if the code or a text cannot be fetched.
 * @param json the stored screen, as the page contains it
 */
export async function fetchResumableScreen(
  pageWindow: Window,
  json: string,
): Promise<ResumableScreen | null> {
  const screen: StoredScreen = JSON.parse(json);
  if (wasResumed(pageWindow, screen.key)) return null;
  const texts = createTexts();
  const language: MessageLanguage = pageWindow.document.documentElement.lang === 'en' ? 'en' : 'ko';
  const { LATE_CHUNK } = await importWithRetry(() => import('#src/app/late.ts'));
  const [flows] = await Promise.all([
    Promise.all(flowsIn(screen).map(async (flow) => [flow, await LATE_CHUNK.loadFlow(flow)] as const)),
    texts.loaders.loadFirst(language),
    texts.loaders.loadOthers(language),
  ]);
  return {
    snapshotFor: (browser) => withBrowserValues(screen.snapshot, browser),
    restoreTimers: (portal, now) => restoreTimers(portal, screen.timers, now),
    rememberResumed: () => rememberResumed(pageWindow, screen.key),
    flows: new Map(flows),
    texts,
    lateChunk: LATE_CHUNK,
  };
}

/** The context values of flows that depend on the browser, each with the name of the browser value that it has. */
const BROWSER_VALUES_IN_FLOWS = { support: 'passkeySupport', passkeySupport: 'passkeySupport' } as const;

/** The snapshot of the portal, with the values of this browser in the portal and in all its flows. */
function withBrowserValues(snapshot: unknown, browser: BrowserValues): unknown {
  if (!isRecord(snapshot)) return snapshot;
  const { context, children } = snapshot;
  return {
    ...snapshot,
    context: { ...contextWithSupport(context, browser), ...browser },
    children: childrenWithSupport(children, browser),
  };
}

/** The context of a flow with the passkey support of this browser, if the context contains it. */
function contextWithSupport(context: unknown, browser: BrowserValues): Readonly<Record<string, unknown>> {
  if (!isRecord(context)) return {};
  const replaced = Object.entries(BROWSER_VALUES_IN_FLOWS)
    .filter(([name]) => Object.hasOwn(context, name))
    .map(([name, browserName]) => [name, browser[browserName]]);
  return { ...context, ...Object.fromEntries(replaced) };
}

/** The persisted children of an actor, with the passkey support of this browser in their contexts. */
function childrenWithSupport(children: unknown, browser: BrowserValues): unknown {
  if (!isRecord(children)) return children;
  return Object.fromEntries(
    Object.entries(children).map(([name, child]) => {
      if (!isRecord(child) || !isRecord(child['snapshot'])) return [name, child];
      const { snapshot } = child;
      const { context, children: grandchildren } = snapshot;
      const changedSnapshot = {
        ...snapshot,
        ...(context !== undefined && { context: contextWithSupport(context, browser) }),
        ...(grandchildren !== undefined && { children: childrenWithSupport(grandchildren, browser) }),
      };
      return [name, { ...child, snapshot: changedSnapshot }];
    }),
  );
}
