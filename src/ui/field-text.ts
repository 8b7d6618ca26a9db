import { type RefObject, useCallback, useSyncExternalStore } from 'react';

/** Puts a text into a field as the machine or the page fills it, and tells those who follow its text. */
export function fillField(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Puts a text into a field as typing does: its `onChange` hears of it too. */
export function typeInto(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What stands in a field, for a view that answers while it is typed. */
export function useFieldText(field: RefObject<HTMLInputElement | null>): string {
  const follow = useCallback(
    (listener: () => void) => {
      const { current } = field;
      current?.addEventListener('input', listener);
      return () => current?.removeEventListener('input', listener);
    },
    [field],
  );
  return useSyncExternalStore(
    follow,
    () => field.current?.value ?? '',
    () => '',
  );
}
