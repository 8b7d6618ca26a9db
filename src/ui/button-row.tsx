import type { ReactNode } from 'react';
import styles from './button-row.module.css';

/** Buttons side by side while they fit; the primary one takes more of the width. */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>;
}
