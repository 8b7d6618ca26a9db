/** The index of the focused control among the controls of a screen, and the problems of its visibility. */
export type FocusReport = { readonly index: number; readonly problems: readonly string[] };

/** Every control on a screen that Tab has to reach; in a group of radio buttons, only the checked button. Runs on the page. */
export function tabStops(): readonly Element[] {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const isStopOfGroup = (element: HTMLInputElement): boolean => {
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
      (!element.matches('[type=radio]') || isStopOfGroup(element as HTMLInputElement)),
  );
}

/**
 * Reports the focus; null if no control has the focus. A focused control has to be inside the window unless it is taller
 * than the window, and nothing may cover the control (WCAG 2.2, 2.4.11). Runs on the page, so it can use nothing of this module.
 */
export function reportFocus(controls: readonly Element[]): FocusReport | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  // The outline of a tile is on the parent of its control.
  const isOutlined = (element: Element | null): boolean =>
    element !== null && getComputedStyle(element).outlineStyle !== 'none';
  const { parentElement } = focused;
  const outlined =
    !isOutlined(focused) && parentElement && isOutlined(parentElement) ? parentElement : focused;
  const box = outlined.getBoundingClientRect();
  const name = `${focused.localName} "${focused.textContent?.trim().slice(0, 40)}"`;
  const isTall = box.height > innerHeight;
  const isInWindow = isTall || (box.top >= 0 && box.bottom <= innerHeight);
  const isInWidth = box.left >= 0 && box.right <= innerWidth;
  // A control inside a field, such as the button that shows a password, may cover the end of the field.
  const isPartOfControl = (hit: Element | null): boolean =>
    hit !== null && (hit.contains(focused) || parentElement?.contains(hit) === true);
  const insetInPixels = 3;
  const points = [
    [box.left + insetInPixels, box.top + box.height / 2],
    [box.left + box.width / 2, box.top + insetInPixels],
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + box.width / 2, box.bottom - insetInPixels],
    [box.right - insetInPixels, box.top + box.height / 2],
  ] as const;
  const isCovered = !isTall && points.some(([x, y]) => !isPartOfControl(document.elementFromPoint(x, y)));
  return {
    index: controls.indexOf(focused),
    problems: [
      ...(isInWindow && isInWidth
        ? []
        : [`${name} has the focus outside of the window: ${box.top} to ${box.bottom}`]),
      ...(isInWindow && isInWidth && isCovered ? [`${name} has the focus and is covered by something`] : []),
    ],
  };
}
