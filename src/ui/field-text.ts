import { type RefObject, useCallback, useSyncExternalStore } from 'react';

/** Sets the text of a field and notifies {@link useFieldText}. React does not call `onChange`. */
export function fillField(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Sets the text of a field as if the person had typed it: React also calls `onChange`. */
export function typeInto(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  // React replaces the setter of the element and ignores texts that are set with it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Returns the current text of a field, and renders the view again when the text changes. */
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
