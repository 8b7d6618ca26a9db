import { Status } from '#src/ui/status.tsx';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** What is being waited for. Without it the spinner is decoration. */
  readonly label?: string | undefined;
}

/** Progress indicator in the size and colour of the surrounding text. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {label === undefined ? null : <Status>{label}</Status>}
    </>
  );
}
