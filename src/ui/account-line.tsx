import { Fragment, type ReactNode } from 'react';
import styles from './account-line.module.css';

export interface AccountLineProps {
  /** The name of the value, such as "User ID". */
  readonly label: string;
  /** The value. Several values are shown below each other. */
  readonly value: string | readonly string[];
  /** A control next to the value, such as a link to another account, or a button that sends a code. */
  readonly action?: ReactNode;
}

/** A value that can break into lines after `@`, `-` and `/`. */
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

/** Shows a value of a sign-in, such as an account or contact, with its name. Adjacent lines form one block. */
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
