import type { ReactNode } from 'react';
import { type Tone, ToneIcon } from '#src/ui/tone-icon.tsx';
import styles from './banner.module.css';

export interface BannerProps {
  readonly tone: Tone;
  /** Null when the banner is not shown. */
  readonly children?: ReactNode;
}

/** A state of the whole page, such as being offline, at its top edge. The page announces it. */
export function Banner({ tone, children }: BannerProps) {
  return children ? (
    <div className={styles['banner']} data-tone={tone}>
      <ToneIcon tone={tone} />
      <div>{children}</div>
    </div>
  ) : null;
}
