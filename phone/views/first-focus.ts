import { type RefObject, useEffect } from 'react';

/** Gives the first field of a screen the focus as the screen opens: Preact leaves `autofocus` to the browser. */
export function useFirstFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}
