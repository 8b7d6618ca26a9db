import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A part of a screen with a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A list of names with values. Empty values are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A list of {@link Entry} elements. */
export function Entries({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles['entries']}>
      {children}
    </ul>
  );
}

/** An entry of a list: title, details and action. */
export function Entry({
  title,
  id,
  details,
  action,
}: {
  readonly title: ReactNode;
  readonly id?: string;
  readonly details?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <li className={styles['entry']}>
      <div className={styles['text']}>
        <span id={id}>{title}</span>
        {details ? <span className={styles['details']}>{details}</span> : null}
      </div>
      {action ? <div className={styles['actions']}>{action}</div> : null}
    </li>
  );
}
