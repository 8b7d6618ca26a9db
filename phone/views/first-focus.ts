import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first field of a screen when the screen opens. The app uses Preact, which does not implement
 * `autoFocus`.
 */
export function useFirstFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}
