import styles from './facts.module.css';

/** Names and values of something that is registered; a value that is not known is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  const known = facts.filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
