import type { ReactNode } from 'react';
import styles from './button-row.module.css';

/** Buttons next to each other, if the row is wide enough. The primary button is wider than the others. */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
