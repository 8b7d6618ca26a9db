import { createContext, useContext, useId, useLayoutEffect, useState } from 'react';

/**
 * The function that registers the id of a live region, so that screen readers read the region together with the title.
 * It returns a function that unregisters the id.
 */
export const RegisterLiveRegion = createContext<(id: string) => () => void>(() => () => undefined);

/**
 * Returns the id for a live region. Screen readers do not reliably announce a text that appears together with its
 * screen, so such a text is read with the title of the screen instead.
 * @param hasText whether the region has a text when it is rendered first
 */
export function useLiveRegionId(hasText: boolean): string {
  const id = useId();
  const registerLiveRegion = useContext(RegisterLiveRegion);
  const [hasInitialText] = useState(hasText);
  useLayoutEffect(
    () => (hasInitialText ? registerLiveRegion(id) : undefined),
    [hasInitialText, registerLiveRegion, id],
  );
  return id;
}
