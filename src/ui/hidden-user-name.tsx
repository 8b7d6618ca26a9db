import styles from './visually-hidden.module.css';

/** Tells a password manager whose password the form asks for. Nobody sees or reaches it. */
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
