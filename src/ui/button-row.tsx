import type { ReactNode } from 'react';
import styles from './button-row.module.css';

/** Buttons side by side while they fit. The way back comes first, the way on last. */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
