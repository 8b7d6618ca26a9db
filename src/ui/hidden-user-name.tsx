import styles from './visually-hidden.module.css';

/** A hidden user name for password managers, outside of view and tab order. */
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
