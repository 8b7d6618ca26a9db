import type { ReactNode } from 'react';
import { type Tone, ToneIcon } from '#src/ui/tone-icon.tsx';
import styles from './banner.module.css';

export interface BannerProps {
  readonly tone: Tone;
  /** The text. If it is null, the banner is not shown. */
  readonly children?: ReactNode;
}

/** A message at the top of the page about the whole page, such as a lost connection. Screen readers announce it. */
export function Banner({ tone, children }: BannerProps) {
  return children ? (
    <div className={styles['banner']} data-tone={tone}>
      <ToneIcon tone={tone} />
      <div>{children}</div>
    </div>
  ) : null;
}
