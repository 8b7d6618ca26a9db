/** Where the focus is among the controls of a screen, and what is wrong with how it is seen. */
export type FocusPlace = { readonly place: number; readonly problems: readonly string[] };

/** Everything on a screen that Tab has to reach, of radio buttons the one that is on. It runs on the page. */
export function tabStops(): readonly Element[] {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const isOn = (element: HTMLInputElement): boolean => {
    const group = [
      ...root.querySelectorAll<HTMLInputElement>(`[type=radio][name="${element.name}"]:enabled`),
    ];
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };
  return [...root.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      (!element.matches('[type=radio]') || isOn(element as HTMLInputElement)),
  );
}

/**
 * Reads off a page where the focus is: null outside of it. What has it has to be in the window as far as it fits, and
 * nothing may lie on it (WCAG 2.2, 2.4.11). It runs on the page, so it knows nothing from here.
 */
export function focusPlace(controls: readonly Element[]): FocusPlace | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  // The outline of a tile is around all of it.
  const isOutlined = (element: Element | null): boolean =>
    element !== null && getComputedStyle(element).outlineStyle !== 'none';
  const { parentElement } = focused;
  const ringed = !isOutlined(focused) && parentElement && isOutlined(parentElement) ? parentElement : focused;
  const box = ringed.getBoundingClientRect();
  const name = `${focused.localName} "${focused.textContent?.trim().slice(0, 40)}"`;
  const isTall = box.height > innerHeight;
  const isInWindow = isTall || (box.top >= 0 && box.bottom <= innerHeight);
  const isInWidth = box.left >= 0 && box.right <= innerWidth;
  // A control inside of a field, such as the one that shows a password, covers its end.
  const isOwn = (hit: Element | null): boolean =>
    hit !== null && (hit.contains(focused) || parentElement?.contains(hit) === true);
  const inset = 3;
  const points = [
    [box.left + inset, box.top + box.height / 2],
    [box.left + box.width / 2, box.top + inset],
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + box.width / 2, box.bottom - inset],
    [box.right - inset, box.top + box.height / 2],
  ] as const;
  const isCovered = !isTall && points.some(([x, y]) => !isOwn(document.elementFromPoint(x, y)));
  return {
    place: controls.indexOf(focused),
    problems: [
      ...(isInWindow && isInWidth
        ? []
        : [`${name} has the focus outside of the window: ${box.top} to ${box.bottom}`]),
      ...(isInWindow && isInWidth && isCovered ? [`${name} has the focus and lies under something`] : []),
    ],
  };
}
