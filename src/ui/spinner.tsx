import { Status } from '#src/ui/status.tsx';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** What is being waited for. Without it the spinner is decoration. */
  readonly label?: string | undefined;
}

/** Something is under way. It takes the size and colour of the text around it. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <>
      <span className={styles['spinner']} aria-hidden="true" />
      {label === undefined ? null : <Status>{label}</Status>}
    </>
  );
}
