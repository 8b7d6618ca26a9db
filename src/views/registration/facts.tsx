import styles from './facts.module.css';

/** A list of the properties of a registered factor. A property with an empty value is omitted. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: string])[] }) {
  const filledFacts = facts.filter(([, value]) => value !== '');
  if (filledFacts.length === 0) return null;
  return (
    <dl className={styles['facts']}>
      {filledFacts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
