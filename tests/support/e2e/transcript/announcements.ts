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
 * Sends an event to the portal, waits until the page has come to rest, and returns what a screen reader announces. Runs
 * on the page, so it can use nothing of this module.
 */
export async function recordAnnouncements(pathEvent: unknown): Promise<Announcements> {
  const REGIONS = '[role=alert], [role=status], [aria-live]';
  /** Timers of a second or more are not waited for: the clock of the page is stopped, and a countdown changes nothing. */
  const SECOND = 1000;
  /** The page has come to rest after this many frames without a change. */
  const QUIET_FRAMES = 3;
  const textIn = (element: Element | null): string =>
    element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const screenText = (): string => {
    const copy = (document.querySelector('main') ?? document.body).cloneNode(true) as HTMLElement;
    for (const region of copy.querySelectorAll('[role=timer], [role=status], [role=alert]')) region.remove();
    return copy.textContent?.trim() ?? '';
  };
  const openDialogs = (): readonly Element[] => [...document.querySelectorAll('dialog[open]')];
  const [before, dialogs, focus] = [screenText(), openDialogs(), document.activeElement];
  const knownRegions = new Set(document.querySelectorAll(REGIONS));
  const changed = new Set<Element>();
  const added = new Set<Element>();
  const recordChanges = (records: readonly MutationRecord[]): void => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGIONS);
      if (region && knownRegions.has(region)) changed.add(region);
    }
    for (const region of document.querySelectorAll(REGIONS)) {
      if (knownRegions.has(region)) continue;
      knownRegions.add(region);
      if (textIn(region) === '') continue;
      if (region.getAttribute('role') === 'alert') changed.add(region);
      else added.add(region);
    }
  };
  let isMoving = true;
  const observer = new MutationObserver((records) => {
    isMoving = true;
    recordChanges(records);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const { setTimeout: wait, clearTimeout: cancel } = window;
  const pending = new Set<number>();
  window.setTimeout = ((run: () => void, ms = 0) => {
    const timer = wait(() => {
      pending.delete(timer);
      run();
    }, ms);
    if (ms < SECOND) pending.add(timer);
    return timer;
  }) as typeof window.setTimeout;
  window.clearTimeout = ((timer: number) => {
    pending.delete(timer);
    cancel(timer);
  }) as typeof window.clearTimeout;
  window.postMessage({ pathEvent }, '*');
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet = isMoving || pending.size > 0 ? 0 : quiet + 1) {
    isMoving = false;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  window.setTimeout = wait;
  window.clearTimeout = cancel;
  recordChanges(observer.takeRecords());
  observer.disconnect();
  const opened = openDialogs().filter((dialog) => !dialogs.includes(dialog));
  const hasFocusMoved = document.activeElement !== focus;
  const descriptions = [hasFocusMoved ? document.activeElement : null, ...opened].flatMap((element) =>
    (element?.getAttribute('aria-describedby')?.split(/\s+/) ?? []).flatMap(
      (id) => document.getElementById(id) ?? [],
    ),
  );
  const regionsWithText = [...document.querySelectorAll(REGIONS)].filter((region) => textIn(region) !== '');
  return {
    announced: [
      ...regionsWithText
        .filter((region) => changed.has(region))
        .map(
          (region) =>
            `${region.getAttribute('role') === 'alert' ? 'immediately' : 'when idle'}: ${textIn(region)}`,
        ),
      ...opened.map(() => 'a dialog opens'),
    ],
    unread: regionsWithText
      .filter(
        (region) =>
          added.has(region) && !changed.has(region) && !descriptions.some((each) => each.contains(region)),
      )
      .map(textIn),
    hasFocusMoved,
    hasChanged: screenText() !== before,
  };
}
