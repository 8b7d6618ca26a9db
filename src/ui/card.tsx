import { createContext, type ReactNode, type Ref, useCallback, useId, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { useHeading } from '#src/ui/heading.ts';
import { RegisterLiveRegion } from '#src/ui/live-region-id.ts';
import { ResultIcon, type ResultMeaning } from '#src/ui/result-icon.tsx';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** Icon of a result above the title. */
  readonly result?: ResultMeaning | undefined;
  /** Lets the caller move the focus to the title when the screen changes. */
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined;
  /** Instructions, in one or two sentences. */
  readonly lead?: ReactNode;
  /** Links that leave this screen, below a line. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/** Ids of the screen's title and lead, which describe the control that is focused when the screen opens. */
export const ScreenTextIds = createContext('');

/** A changed title gets a new key, so that it is focused and announced again. */
const keyOf = (...texts: readonly ReactNode[]): string =>
  texts.filter((text) => typeof text === 'string').join(' ');

/** One screen, with one primary action. The title is described by the lead and by the live messages that appear together with the screen. */
export function Card({ title, result, titleRef, lead, footer, children }: CardProps) {
  useHeading(title);
  const titleId = useId();
  const leadId = useId();
  const [liveRegionIds, setLiveRegionIds] = useState<readonly string[]>([]);
  const readWithTitle = useCallback((id: string) => {
    setLiveRegionIds((ids) => [...ids, id]);
    return () => setLiveRegionIds((ids) => ids.filter((other) => other !== id));
  }, []);
  const texts = classNames(lead ? leadId : undefined, ...liveRegionIds);
  return (
    <div className={styles['card']}>
      <div className={styles['head']} data-result={result}>
        {result ? <ResultIcon meaning={result} /> : null}
        <h1
          key={keyOf(title, lead)}
          ref={titleRef}
          id={titleId}
          tabIndex={-1}
          aria-describedby={texts || undefined}
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
      <ScreenTextIds value={classNames(titleId, texts)}>
        <RegisterLiveRegion value={readWithTitle}>{children}</RegisterLiveRegion>
      </ScreenTextIds>
      {footer ? <div className={styles['footer']}>{footer}</div> : null}
    </div>
  );
}
