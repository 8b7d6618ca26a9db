import { Fragment, type ReactNode } from 'react';
import styles from './account-line.module.css';

export interface AccountLineProps {
  /** What the value is ("User ID"). */
  readonly label: string;
  /** Several values stand below each other. */
  readonly userId: string | readonly string[];
  /** What can be done about it: to be somebody else, to have a code sent there. */
  readonly action?: ReactNode;
}

/** Allows line breaks after `@`, `-` and `/` in long addresses and numbers. */
function breakable(value: string): ReactNode {
  let end = 0;
  return value.split(/(?<=[@/-])/).map((part) => {
    end += part.length;
    return (
      <Fragment key={end}>
        {part}
        {end < value.length ? <wbr /> : null}
      </Fragment>
    );
  });
}

/** Who is signing in or what they prove it with, read-only. Lines that follow each other are one block. */
export function AccountLine({ label, userId, action }: AccountLineProps) {
  return (
    <div className={styles['line']}>
      <dl className={styles['account']}>
        <dt className={styles['label']}>{label}</dt>
        {[userId].flat().map((value) => (
          <dd key={value} className={styles['id']}>
            {breakable(value)}
          </dd>
        ))}
      </dl>
      {action}
    </div>
  );
}
