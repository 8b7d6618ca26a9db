import type { ReactNode } from 'react';
import { useLiveRegionId } from '#src/ui/live-region-id.ts';
import styles from './visually-hidden.module.css';

/**
 * A text that screen readers announce when it changes. Render the component without a text first, because screen
 * readers do not reliably announce a live region that appears together with its text. A text of the first render is
 * read with the title of the screen.
 */
export function Status({
  children,
  isShown = false,
}: {
  readonly children: ReactNode;
  /** Whether the text is visible. By default, it is only for screen readers. */
  readonly isShown?: boolean;
}) {
  const id = useLiveRegionId(Boolean(children));
  return (
    <span id={id} role="status" className={isShown ? undefined : styles['hidden']}>
      {children}
    </span>
  );
}
