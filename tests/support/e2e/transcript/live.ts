/** What a step says without being asked. */
export type Heard = {
  /** Live regions that have changed, and dialogs that have opened. */
  readonly said: readonly string[];
  /** What a region of status says that comes with its text, which is not always read, and that nothing else reads. */
  readonly unread: readonly string[];
  readonly hasFocusMoved: boolean;
  /** Whether the words of the screen have changed. */
  readonly hasChanged: boolean;
};

/**
 * Runs on the page, so it knows nothing from here: listens while something happens to the portal, until the page does
 * nothing more by itself, and tells what a screen reader is given.
 */
export async function listenTo(pathEvent: unknown): Promise<Heard> {
  const REGIONS = '[role=alert], [role=status], [aria-live]';
  /** The clock of the page stands still: a timer of a second belongs to a count, and shows the same again. */
  const SECOND = 1000;
  /** So many frames without a change are rest. */
  const QUIET_FRAMES = 3;
  const textIn = (element: Element | null): string =>
    element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const words = (): string => {
    const copy = (document.querySelector('main') ?? document.body).cloneNode(true) as HTMLElement;
    for (const quiet of copy.querySelectorAll('[role=timer], [role=status], [role=alert]')) quiet.remove();
    return copy.textContent?.trim() ?? '';
  };
  const openDialogs = (): readonly Element[] => [...document.querySelectorAll('dialog[open]')];
  const [before, dialogs, focus] = [words(), openDialogs(), document.activeElement];
  const there = new Set(document.querySelectorAll(REGIONS));
  const changed = new Set<Element>();
  const came = new Set<Element>();
  const note = (records: readonly MutationRecord[]): void => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGIONS);
      if (region && there.has(region)) changed.add(region);
    }
    for (const region of document.querySelectorAll(REGIONS)) {
      if (there.has(region)) continue;
      there.add(region);
      if (textIn(region) === '') continue;
      if (region.getAttribute('role') === 'alert') changed.add(region);
      else came.add(region);
    }
  };
  let isMoving = true;
  const observer = new MutationObserver((records) => {
    isMoving = true;
    note(records);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const { setTimeout: wait, clearTimeout: forget } = window;
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
    forget(timer);
  }) as typeof window.clearTimeout;
  window.postMessage({ pathEvent }, '*');
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet = isMoving || pending.size > 0 ? 0 : quiet + 1) {
    isMoving = false;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  window.setTimeout = wait;
  window.clearTimeout = forget;
  note(observer.takeRecords());
  observer.disconnect();
  const opened = openDialogs().filter((dialog) => !dialogs.includes(dialog));
  const hasFocusMoved = document.activeElement !== focus;
  const read = [hasFocusMoved ? document.activeElement : null, ...opened].flatMap((element) =>
    (element?.getAttribute('aria-describedby')?.split(/\s+/) ?? []).flatMap(
      (id) => document.getElementById(id) ?? [],
    ),
  );
  const speaking = [...document.querySelectorAll(REGIONS)].filter((region) => textIn(region) !== '');
  return {
    said: [
      ...speaking
        .filter((region) => changed.has(region))
        .map(
          (region) =>
            `${region.getAttribute('role') === 'alert' ? 'at once' : 'when quiet'}: ${textIn(region)}`,
        ),
      ...opened.map(() => 'a dialog opens'),
    ],
    unread: speaking
      .filter(
        (region) => came.has(region) && !changed.has(region) && !read.some((each) => each.contains(region)),
      )
      .map(textIn),
    hasFocusMoved,
    hasChanged: words() !== before,
  };
}
