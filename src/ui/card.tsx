import { type ReactNode, type Ref, useId } from 'react';
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

/** One screen: one thing to do, with one primary action. Who is led to the title hears the lead too. */
export function Card({ title, titleRef, lead, footer, children }: CardProps) {
  const leadId = useId();
  return (
    <div className={styles['card']}>
      <div className={styles['head']}>
        <h1
          ref={titleRef}
          tabIndex={-1}
          aria-describedby={lead ? leadId : undefined}
          className={styles['title']}
        >
          {title}
        </h1>
        {lead ? (
          <div id={leadId} className={styles['lead']}>
            {lead}
          </div>
        ) : null}
      </div>
      {children}
      {footer ? <div className={styles['footer']}>{footer}</div> : null}
    </div>
  );
}
