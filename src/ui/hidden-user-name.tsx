import styles from './visually-hidden.module.css';

/** The user name for password managers, in a field that nobody can see or reach with the Tab key. */
export function HiddenUserName({ value }: { readonly value: string }) {
  return (
    <input
      className={styles['hidden']}
      type="text"
      name="username"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
