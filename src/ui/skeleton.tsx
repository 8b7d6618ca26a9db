import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Part of the line that the expected text fills. */
  readonly width?: 'short' | 'medium' | 'full';
}

/** The place of a line of text that has not arrived. Say in words nearby what is being loaded. */
export function Skeleton({ width = 'full' }: SkeletonProps) {
  return <span className={styles['line']} data-width={width} aria-hidden="true" />;
}
