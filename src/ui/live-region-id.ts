import { createContext, useContext, useId, useLayoutEffect, useState } from 'react';

/** Registers the id of an element that is read with the screen's title; returns a function that unregisters it. */
export const RegisterLiveRegion = createContext<(id: string) => () => void>(() => () => undefined);

/**
 * The id of a live region. A text that appears together with its screen is not announced reliably; it is read with the
 * title instead.
 * @param hasText whether the region has a text at its first render; later texts are announced
 */
export function useLiveRegionId(hasText: boolean): string {
  const id = useId();
  const readWithTitle = useContext(RegisterLiveRegion);
  const [hasInitialText] = useState(hasText);
  useLayoutEffect(
    () => (hasInitialText ? readWithTitle(id) : undefined),
    [hasInitialText, readWithTitle, id],
  );
  return id;
}
