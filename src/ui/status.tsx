import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/**
 * A polite announcement that nobody sees. Keep it mounted and change what is in it: a live region that
 * arrives together with its text is not read reliably.
 */
export function Status({ children }: { readonly children: ReactNode }) {
  return (
    <span role="status" className={styles['hidden']}>
      {children}
    </span>
  );
}
