import type { ReactNode } from 'react';
import { useLiveRegionId } from '#src/ui/live-region-id.ts';
import { type Tone, ToneIcon } from '#src/ui/tone-icon.tsx';
import styles from './message.module.css';

export interface MessageProps {
  readonly tone: Tone;
  /**
   * How screen readers announce a new text; null announces nothing. Render a live message without a text first, so that
   * its first text is announced.
   */
  readonly live?: 'polite' | 'assertive' | null | undefined;
  readonly children?: ReactNode;
  /** Content after the text that is not announced with the text, such as a countdown, which announces itself. */
  readonly trailing?: ReactNode;
}

const ROLES = { polite: 'status', assertive: 'alert' } as const;

/** A message on a screen that says what has happened or what to do next. */
export function Message({ tone, live = null, children, trailing }: MessageProps) {
  const role = live === null ? undefined : ROLES[live];
  const id = useLiveRegionId(live === 'polite' && Boolean(children));
  if (!children && role === undefined) return null;
  if (trailing !== undefined) {
    return (
      <div className={styles['region']}>
        <div className={children ? styles['message'] : undefined} data-tone={children ? tone : undefined}>
          {children ? <ToneIcon tone={tone} /> : null}
          <div className={styles['text']}>
            <span id={id} role={role}>
              {children}
            </span>{' '}
            {trailing}
          </div>
        </div>
      </div>
    );
  }
  return (
    <div id={id} role={role} className={styles['region']}>
      {children ? (
        <div className={styles['message']} data-tone={tone}>
          <ToneIcon tone={tone} />
          <div className={styles['text']}>{children}</div>
        </div>
      ) : null}
    </div>
  );
}
