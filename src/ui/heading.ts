import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

/** The function that is called with the heading of the current screen. */
export const HeadingListener = createContext<(heading: string) => void>(() => undefined);

/** Reports the heading of the screen, which becomes part of the document title (rule 36). */
export function useHeading(heading: ReactNode): void {
  const listener = useContext(HeadingListener);
  useLayoutEffect(() => {
    if (typeof heading === 'string') listener(heading);
  }, [heading, listener]);
}
