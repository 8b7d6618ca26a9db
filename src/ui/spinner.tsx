import { Status } from '#src/ui/status.tsx';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** The text that screen readers announce. By default, the spinner is decorative. */
  readonly label?: string | undefined;
}

/** A progress indicator in the size and colour of the surrounding text. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {label === undefined ? null : <Status>{label}</Status>}
    </>
  );
}
