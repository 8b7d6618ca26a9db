import { type RefObject, useEffect } from 'react';

/** Focuses the first field of a screen when it opens. Preact, unlike React, does not implement `autoFocus`. */
export function useFirstFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}
