import type { ReactNode, Ref } from 'react';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** Lets the caller move the focus to the title when the screen changes. */
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined;
  /** What to do here, in one or two sentences. */
  readonly lead?: ReactNode;
  /** Ways out of this screen, under a line. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** One screen: one thing to do, with one primary action. */
export function Card({ title, titleRef, lead, footer, children }: CardProps) {
  return (
    <div className={styles['card']}>
      <div className={styles['head']}>
        <h1 ref={titleRef} tabIndex={-1} className={styles['title']}>
          {title}
        </h1>
        {lead ? <div className={styles['lead']}>{lead}</div> : null}
      </div>
      {children}
      {footer ? <div className={styles['footer']}>{footer}</div> : null}
    </div>
  );
}
