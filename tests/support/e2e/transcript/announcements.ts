/** The announcements of a screen reader after a step, and other effects of the step. */
export type Announcements = {
  /** Texts of live regions that have changed, and dialogs that have opened. */
  readonly announced: readonly string[];
  /** Texts of status regions that were added together with their text, which not every screen reader reads. */
  readonly unread: readonly string[];
  readonly hasFocusMoved: boolean;
  /** Whether the text of the screen has changed. */
  readonly hasChanged: boolean;
};

/**
 * Sends an event to the portal, waits until the page has settled, and returns the announcements of a screen reader. Runs
 * on the page, so it can use nothing of this module.
 */
export async function recordAnnouncements(pathEvent: unknown): Promise<Announcements> {
  const REGION_SELECTOR = '[role=alert], [role=status], [aria-live]';
  /** Timers of at least this length are not waited for: the clock of the page is stopped, and a countdown announces nothing. */
  const LONG_TIMER_MS = 1000;
  /** The page has settled after this number of frames without a change. */
  const QUIET_FRAMES = 3;
  const textIn = (element: Element | null): string =>
    element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const screenText = (): string => {
    const copy = (document.querySelector('main') ?? document.body).cloneNode(true) as HTMLElement;
    for (const region of copy.querySelectorAll('[role=timer], [role=status], [role=alert]')) region.remove();
    return copy.textContent?.trim() ?? '';
  };
  const openDialogs = (): readonly Element[] => [...document.querySelectorAll('dialog[open]')];
  const textBefore = screenText();
  const dialogsBefore = openDialogs();
  const focusedBefore = document.activeElement;
  const knownRegions = new Set(document.querySelectorAll(REGION_SELECTOR));
  const changedRegions = new Set<Element>();
  const addedRegions = new Set<Element>();
  const recordChanges = (records: readonly MutationRecord[]): void => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGION_SELECTOR);
      if (region && knownRegions.has(region)) changedRegions.add(region);
    }
    for (const region of document.querySelectorAll(REGION_SELECTOR)) {
      if (knownRegions.has(region)) continue;
      knownRegions.add(region);
      if (textIn(region) === '') continue;
      if (region.getAttribute('role') === 'alert') changedRegions.add(region);
      else addedRegions.add(region);
    }
  };
  let hasPageChanged = true;
  const observer = new MutationObserver((records) => {
    hasPageChanged = true;
    recordChanges(records);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const originalSetTimeout = window.setTimeout;
  const originalClearTimeout = window.clearTimeout;
  const pendingTimers = new Set<number>();
  window.setTimeout = ((run: () => void, ms = 0) => {
    const timer = originalSetTimeout(() => {
      pendingTimers.delete(timer);
      run();
    }, ms);
    if (ms < LONG_TIMER_MS) pendingTimers.add(timer);
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = ((timer: number) => {
    pendingTimers.delete(timer);
    originalClearTimeout(timer);
  }) as typeof window.clearTimeout;
  window.postMessage({ pathEvent }, '*');
  for (
    let quietFrames = 0;
    quietFrames < QUIET_FRAMES;
    quietFrames = hasPageChanged || pendingTimers.size > 0 ? 0 : quietFrames + 1
  ) {
    hasPageChanged = false;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  window.setTimeout = originalSetTimeout;
  window.clearTimeout = originalClearTimeout;
  recordChanges(observer.takeRecords());
  observer.disconnect();
  const opened = openDialogs().filter((dialog) => !dialogsBefore.includes(dialog));
  const hasFocusMoved = document.activeElement !== focusedBefore;
  const descriptions = [hasFocusMoved ? document.activeElement : null, ...opened].flatMap((element) =>
    (element?.getAttribute('aria-describedby')?.split(/\s+/) ?? []).flatMap(
      (id) => document.getElementById(id) ?? [],
    ),
  );
  const regionsWithText = [...document.querySelectorAll(REGION_SELECTOR)].filter(
    (region) => textIn(region) !== '',
  );
  return {
    announced: [
      ...regionsWithText
        .filter((region) => changedRegions.has(region))
        .map(
          (region) =>
            `${region.getAttribute('role') === 'alert' ? 'immediately' : 'when idle'}: ${textIn(region)}`,
        ),
      ...opened.map(() => 'a dialog opens'),
    ],
    unread: regionsWithText
      .filter(
        (region) =>
          addedRegions.has(region) &&
          !changedRegions.has(region) &&
          !descriptions.some((each) => each.contains(region)),
      )
      .map(textIn),
    hasFocusMoved,
    hasChanged: screenText() !== textBefore,
  };
}
