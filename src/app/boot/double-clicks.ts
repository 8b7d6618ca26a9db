/**
 * A double click is one wish: its second click counts only at the control that the first one hit. Else it would
 * press what has come under the pointer meanwhile, and undo the step that the first one took.
 */
export function keepDoubleClicksTogether(page: EventTarget, signal: AbortSignal): void {
  let last: { readonly control: Element | null; readonly detail: number } = { control: null, detail: 0 };
  page.addEventListener(
    'click',
    (event) => {
      if (!(event instanceof MouseEvent && event.target instanceof Element)) return;
      const control = event.target.closest('a, button');
      const { detail } = event;
      const isFollower = detail > 1 && detail === last.detail + 1;
      const isMisled = isFollower && control !== null && control !== last.control;
      last = { control: isMisled ? last.control : control, detail };
      if (!isMisled) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}
