import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { FlowChunk } from '#src/app/flow-chunk.ts';
import { importWithRetry } from '#src/app/import-with-retry.ts';
import { createTexts } from '#src/app/language/texts.ts';
import type { Late } from '#src/app/late.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { isRecord } from '#src/app/storage/is-record.ts';
import { restoreTimers } from '#src/app/timers.ts';
import type { StoredScreen } from '#wire/server-portal.ts';

/** The storage entry with the key of the last resumed screen; after a reload the portal starts from the session values. */
const ENTRY = 'munjigi.screen';

/** Context values that only the browser knows. */
type BrowserValues = Pick<PortalContext, 'config' | 'origin' | 'isOnline' | 'passkeySupport'>;

/** A screen that the server has rendered, with everything that the page needs to resume it (rule 233). */
export type ResumableScreen = {
  /** The persisted snapshot, with this browser's values instead of those that the server assumed. */
  readonly snapshot: (browser: BrowserValues) => unknown;
  /** Schedules the stored delayed events in the resumed portal. `now`: epoch milliseconds of the server. */
  readonly restoreTimers: (portal: PortalRef, now: number) => void;
  /** Remembers that this tab has resumed the screen. */
  readonly rememberResumed: () => void;
  readonly flows: ReadonlyMap<LazyFlow, FlowChunk>;
  readonly texts: ReturnType<typeof createTexts>;
  readonly late: Late;
};

/** The flows whose code a stored screen needs. */
function flowsIn({ snapshot }: StoredScreen): readonly LazyFlow[] {
  const children = isRecord(snapshot) && isRecord(snapshot['children']) ? snapshot['children'] : {};
  return Object.keys(children).filter((flow): flow is LazyFlow => Object.hasOwn(LAZY_FLOWS, flow));
}

function wasResumed(page: Window, key: string): boolean {
  try {
    return page.sessionStorage.getItem(ENTRY) === key;
  } catch {
    return false;
  }
}

/** Without storage, a reload resumes the screen again. */
function rememberResumed(page: Window, key: string): void {
  try {
    page.sessionStorage.setItem(ENTRY, key);
  } catch {
    // Blocked or full storage.
  }
}

/**
 * Fetches the code and texts of a screen; null if this tab has already resumed it.
 * @param json the screen in the page
 * Rejects when a part does not arrive.
 */
export async function fetchResumableScreen(page: Window, json: string): Promise<ResumableScreen | null> {
  const screen: StoredScreen = JSON.parse(json);
  if (wasResumed(page, screen.key)) return null;
  const texts = createTexts();
  const language: MessageLanguage = page.document.documentElement.lang === 'en' ? 'en' : 'ko';
  const { LATE } = await importWithRetry(() => import('#src/app/late.ts'));
  const [flows] = await Promise.all([
    Promise.all(flowsIn(screen).map(async (flow) => [flow, await LATE.loadFlow(flow)] as const)),
    texts.loaders.loadFirst(language),
    texts.loaders.loadOthers(language),
  ]);
  return {
    snapshot: (browser) => withBrowserValues(screen.snapshot, browser),
    restoreTimers: (portal, now) => restoreTimers(portal, screen.timers, now),
    rememberResumed: () => rememberResumed(page, screen.key),
    flows: new Map(flows),
    texts,
    late: LATE,
  };
}

/** Names of values of the browser in contexts of flows. */
const CONTEXT_NAMES = { support: 'passkeySupport', passkeySupport: 'passkeySupport' } as const;

function withBrowserValues(snapshot: unknown, browser: BrowserValues): unknown {
  if (!isRecord(snapshot)) return snapshot;
  const { context, children } = snapshot;
  return {
    ...snapshot,
    context: { ...withSupport(context, browser), ...browser },
    children: withSupportOfChildren(children, browser),
  };
}

function withSupport(context: unknown, browser: BrowserValues): Readonly<Record<string, unknown>> {
  if (!isRecord(context)) return {};
  const present = Object.entries(CONTEXT_NAMES).filter(([name]) => Object.hasOwn(context, name));
  return { ...context, ...Object.fromEntries(present.map(([name, value]) => [name, browser[value]])) };
}

function withSupportOfChildren(children: unknown, browser: BrowserValues): unknown {
  if (!isRecord(children)) return children;
  return Object.fromEntries(
    Object.entries(children).map(([name, child]) => {
      if (!isRecord(child) || !isRecord(child['snapshot'])) return [name, child];
      const { snapshot } = child;
      const { context, children: grandchildren } = snapshot;
      const next = {
        ...snapshot,
        ...(context !== undefined && { context: withSupport(context, browser) }),
        ...(grandchildren !== undefined && { children: withSupportOfChildren(grandchildren, browser) }),
      };
      return [name, { ...child, snapshot: next }];
    }),
  );
}
