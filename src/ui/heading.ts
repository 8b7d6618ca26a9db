import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

/** Hears of the heading of the screen that is on. */
export const HeadingListener = createContext<(heading: string) => void>(() => undefined);

/** Tells the page what the heading of its screen is, so that the title of the tab can say it (decision 36). */
export function useHeading(heading: ReactNode): void {
  const listener = useContext(HeadingListener);
  useLayoutEffect(() => {
    if (typeof heading === 'string') listener(heading);
  }, [heading, listener]);
}
