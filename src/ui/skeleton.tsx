import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Part of the line that the expected text fills. */
  readonly width?: 'short' | 'medium' | 'full';
}

/** Placeholder of a line of text. A text next to it has to say that something is loading. */
export function Skeleton({ width = 'full' }: SkeletonProps) {
  return <span className={styles['line']} data-width={width} aria-hidden="true" />;
}
