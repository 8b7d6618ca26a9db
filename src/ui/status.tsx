import type { ReactNode } from 'react';
import { useReadAlong } from '#src/ui/read-along.ts';
import styles from './visually-hidden.module.css';

/**
 * A polite announcement. Keep it mounted and change what is in it: a live region that arrives together with its
 * text is not read reliably, and then it is read with the title of its screen.
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
