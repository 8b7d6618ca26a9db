import type { ReactNode } from 'react';
import { useLiveRegionId } from '#src/ui/live-region-id.ts';
import styles from './visually-hidden.module.css';

/**
 * A polite announcement. Keep it mounted and change its children: a live region that appears together with its text is
 * not announced reliably. A text at the first render is read with the screen's title.
 */
export function Status({
  children,
  isShown = false,
}: {
  readonly children: ReactNode;
  readonly isShown?: boolean;
}) {
  const id = useLiveRegionId(Boolean(children));
  return (
    <span id={id} role="status" className={isShown ? undefined : styles['hidden']}>
      {children}
    </span>
  );
}
