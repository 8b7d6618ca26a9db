import type { ReactNode } from 'react';
import { type Tone, ToneIcon } from '#src/ui/tone-icon.tsx';
import styles from './banner.module.css';

export interface BannerProps {
  readonly tone: Tone;
  /** Null when there is nothing to say. Keep the banner mounted, so that its first text is announced. */
  readonly children?: ReactNode;
}

/** A state of the whole page, such as being offline, at its top edge. */
export function Banner({ tone, children }: BannerProps) {
  return (
    <div role="status">
      {children ? (
        <div className={styles['banner']} data-tone={tone}>
          <ToneIcon tone={tone} />
          <div>{children}</div>
        </div>
      ) : null}
    </div>
  );
}
