import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** The width of the expected text, in relation to the line. */
  readonly width?: 'short' | 'medium' | 'full';
}

/**
 * A placeholder for a line of text that is loading. Screen readers ignore it, so another text must say that something
 * loads.
 */
export function Skeleton({ width = 'full' }: SkeletonProps) {
  return <span className={styles['line']} data-width={width} aria-hidden="true" />;
}
