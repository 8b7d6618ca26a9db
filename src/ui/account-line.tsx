import type { ReactNode } from 'react';
import styles from './account-line.module.css';

export interface AccountLineProps {
  /** What the value is ("User ID"). */
  readonly label: string;
  readonly userId: string;
  /** A way to be somebody else. */
  readonly action?: ReactNode;
}

/** Who is signing in, read-only. */
export function AccountLine({ label, userId, action }: AccountLineProps) {
  return (
    <div className={styles['line']}>
      <dl className={styles['account']}>
        <dt className={styles['label']}>{label}</dt>
        <dd className={styles['id']}>{userId}</dd>
      </dl>
      {action}
    </div>
  );
}
