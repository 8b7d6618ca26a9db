import type { ReactNode } from 'react';
import { useReadAlong } from '#src/ui/read-along.ts';
import styles from './visually-hidden.module.css';

/**
 * A polite announcement. Keep it mounted and change its children: a live region that appears together with its text is
 * not announced reliably; that text is read with the screen's title instead.
 */
export function Status({
  children,
  isShown = false,
}: {
  readonly children: ReactNode;
  readonly isShown?: boolean;
}) {
  const id = useReadAlong(Boolean(children));
  return (
    <span id={id} role="status" className={isShown ? undefined : styles['hidden']}>
      {children}
    </span>
  );
}
