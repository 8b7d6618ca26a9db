/**
 * Ignores the second click of a double click unless it hits the same control, so that it does not activate a
 * control that has just appeared under the pointer.
 */
export function ignoreMisplacedDoubleClicks(page: EventTarget, signal: AbortSignal): void {
  let last: { readonly control: Element | null; readonly detail: number } = { control: null, detail: 0 };
  page.addEventListener(
    'click',
    (event) => {
      if (!(event instanceof MouseEvent && event.target instanceof Element)) return;
      const control = event.target.closest('a, button');
      const { detail } = event;
      const isSecond = detail > 1 && detail === last.detail + 1;
      const isMisplaced = isSecond && control !== null && control !== last.control;
      last = { control: isMisplaced ? last.control : control, detail };
      if (!isMisplaced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}

/** Time within which a second Enter belongs to the first, in milliseconds. */
const DOUBLE_ENTER_MS = 500;

/** The same for Enter: the second of two quick presses must not submit the empty field of the next screen. */
export function ignoreMisplacedDoubleEnters(page: EventTarget, signal: AbortSignal): void {
  let last: { readonly target: EventTarget | null; readonly at: number } | null = null;
  page.addEventListener(
    'keydown',
    (event) => {
      if (!(event instanceof KeyboardEvent)) return;
      const { key, target, timeStamp } = event;
      const isEmpty = target instanceof HTMLInputElement && target.value === '';
      const isSecond = last !== null && last.target !== target && timeStamp - last.at < DOUBLE_ENTER_MS;
      const isMisplaced = key === 'Enter' && isEmpty && isSecond;
      last =
        key === 'Enter' ? { target: isMisplaced ? (last?.target ?? null) : target, at: timeStamp } : null;
      if (!isMisplaced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}
