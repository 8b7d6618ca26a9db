import { createContext, useContext, useId, useLayoutEffect, useState } from 'react';

/** Has an element, by its id, read with the title of the screen until it is gone. */
export const ReadAlong = createContext<(id: string) => () => void>(() => () => undefined);

/**
 * The id of a region. The text of a live region that comes with its screen is not read reliably: it is read with the
 * title.
 * @param hasText whether the region has a text; only the first time counts, a later one is announced
 */
export function useReadAlong(hasText: boolean): string {
  const id = useId();
  const readAlong = useContext(ReadAlong);
  const [comesWithText] = useState(hasText);
  useLayoutEffect(() => (comesWithText ? readAlong(id) : undefined), [comesWithText, readAlong, id]);
  return id;
}
