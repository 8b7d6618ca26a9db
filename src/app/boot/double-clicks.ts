/**
 * Ignores the second click of a double click if it hits a different control than the first click, because that control
 * has just appeared under the pointer.
 */
export function ignoreMisplacedDoubleClicks(pageWindow: EventTarget, signal: AbortSignal): void {
  let lastClick: { readonly control: Element | null; readonly detail: number } = { control: null, detail: 0 };
  pageWindow.addEventListener(
    'click',
    (event) => {
      if (!(event instanceof MouseEvent && event.target instanceof Element)) return;
      const control = event.target.closest('a, button');
      // `detail` counts the clicks that follow each other quickly at the same position.
      const { detail } = event;
      const isSecond = detail > 1 && detail === lastClick.detail + 1;
      const isMisplaced = isSecond && control !== null && control !== lastClick.control;
      lastClick = { control: isMisplaced ? lastClick.control : control, detail };
      if (!isMisplaced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}

/** Maximum time between two presses of Enter that count as a double press, in milliseconds. */
const DOUBLE_ENTER_MS = 500;

/** Ignores the second press of a double press of Enter if it would submit the empty field of the next screen. */
export function ignoreMisplacedDoubleEnters(pageWindow: EventTarget, signal: AbortSignal): void {
  let lastEnter: { readonly target: EventTarget | null; readonly at: number } | null = null;
  pageWindow.addEventListener(
    'keydown',
    (event) => {
      if (!(event instanceof KeyboardEvent)) return;
      const { key, target, timeStamp } = event;
      const isEmpty = target instanceof HTMLInputElement && target.value === '';
      const isSecond =
        lastEnter !== null && lastEnter.target !== target && timeStamp - lastEnter.at < DOUBLE_ENTER_MS;
      const isMisplaced = key === 'Enter' && isEmpty && isSecond;
      lastEnter =
        key === 'Enter'
          ? { target: isMisplaced ? (lastEnter?.target ?? null) : target, at: timeStamp }
          : null;
      if (!isMisplaced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}
