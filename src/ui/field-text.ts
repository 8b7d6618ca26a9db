import { type RefObject, useCallback, useSyncExternalStore } from 'react';

/** Sets the text of a field and notifies `useFieldText`, without calling `onChange`. */
export function fillField(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Sets the text of a field as if it were typed: `onChange` is called too. */
export function typeInto(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The present text of a field, for a view that reacts to typing. */
export function useFieldText(field: RefObject<HTMLInputElement | null>): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { current } = field;
      current?.addEventListener('input', listener);
      return () => current?.removeEventListener('input', listener);
    },
    [field],
  );
  return useSyncExternalStore(
    subscribe,
    () => field.current?.value ?? '',
    () => '',
  );
}
