import styles from './progress.module.css';

/** The progress of a job. Without a total, it only shows that the job is running. */
export function ProgressBar({
  label,
  done = 0,
  total = 0,
}: {
  readonly label: string;
  readonly done?: number;
  readonly total?: number;
}) {
  return (
    <progress
      className={styles['progress']}
      aria-label={label}
      max={total || 1}
      value={total === 0 ? undefined : done}
    />
  );
}
