/** What a step says without being asked. */
export type Heard = {
  /** Live regions that have changed, and dialogs that have opened. */
  readonly said: readonly string[];
  readonly hasFocusMoved: boolean;
  /** Whether the words of the screen have changed. */
  readonly hasChanged: boolean;
};

/** Runs on the page, so it knows nothing from here: listens while something happens to the portal, and tells what a screen reader is given. */
export async function listenTo(happening: unknown): Promise<Heard> {
  const REGIONS = '[role=alert], [role=status], [aria-live]';
  const words = (): string => {
    const copy = (document.querySelector('main') ?? document.body).cloneNode(true) as HTMLElement;
    for (const quiet of copy.querySelectorAll('[role=timer], [role=status], [role=alert]')) quiet.remove();
    return copy.textContent?.trim() ?? '';
  };
  const openDialogs = (): readonly Element[] => [...document.querySelectorAll('dialog[open]')];
  const [before, dialogs, focus] = [words(), openDialogs(), document.activeElement];
  const there = new Set(document.querySelectorAll(REGIONS));
  const changed = new Set<Element>();
  const note = (records: readonly MutationRecord[]): void => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGIONS);
      if (region) changed.add(region);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  window.postMessage({ happening }, '*');
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  note(observer.takeRecords());
  observer.disconnect();
  const regions = [...document.querySelectorAll(REGIONS)].filter((region) => region.textContent?.trim());
  const said = regions.flatMap((region) => {
    const how = region.getAttribute('role') === 'alert' ? 'at once' : 'when quiet';
    const text = region.textContent?.trim().replaceAll(/\s+/g, ' ');
    if (!there.has(region)) return [`a region that comes with its text, which is not always read: ${text}`];
    return changed.has(region) ? [`${how}: ${text}`] : [];
  });
  const opened = openDialogs().filter((dialog) => !dialogs.includes(dialog));
  return {
    said: [...said, ...opened.map(() => 'a dialog opens')],
    hasFocusMoved: document.activeElement !== focus,
    hasChanged: words() !== before,
  };
}
