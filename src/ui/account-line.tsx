import { Fragment, type ReactNode } from 'react';
import styles from './account-line.module.css';

export interface AccountLineProps {
  /** Name of the value ("User ID"). */
  readonly label: string;
  /** Several values are shown below each other. */
  readonly value: string | readonly string[];
  /** A control for the value, such as to change the account or to send a code there. */
  readonly action?: ReactNode;
}

/** Allows line breaks after `@`, `-` and `/` in long addresses and numbers. */
function withLineBreaks(value: string): ReactNode {
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

/** An account, contact or other value of a sign-in, read-only. Adjacent lines form one block. */
export function AccountLine({ label, value, action }: AccountLineProps) {
  return (
    <div className={styles['line']}>
      <dl className={styles['account']}>
        <dt className={styles['label']}>{label}</dt>
        {[value].flat().map((line) => (
          <dd key={line} className={styles['id']}>
            {withLineBreaks(line)}
          </dd>
        ))}
      </dl>
      {action}
    </div>
  );
}
