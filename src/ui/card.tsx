import { createContext, type ReactNode, type Ref, useCallback, useId, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { useHeading } from '#src/ui/heading.ts';
import { RegisterLiveRegion } from '#src/ui/live-region-id.ts';
import { ResultIcon, type ResultMeaning } from '#src/ui/result-icon.tsx';
import styles from './card.module.css';

export interface CardProps {
  readonly title: ReactNode;
  /** The meaning of a result, shown as an icon above the title. */
  readonly result?: ResultMeaning | undefined;
  /** The heading element, so that the caller can focus it when the screen changes. */
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined;
  /** Instructions, in one or two sentences. */
  readonly lead?: ReactNode;
  /** Links to other screens, below a line. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * The ids of the title and lead of the screen, separated by spaces. They describe the control that is focused at first.
 */
export const ScreenTextIds = createContext('');

/** The React key of the title. A changed title or lead gets a new element, which is focused and announced again. */
const keyOf = (...texts: readonly ReactNode[]): string =>
  texts.filter((text) => typeof text === 'string').join(' ');

/**
 * A screen with a title. For screen readers, the lead and the live messages that appear together with the screen
 * describe the title.
 */
export function Card({ title, result, titleRef, lead, footer, children }: CardProps) {
  useHeading(title);
  const titleId = useId();
  const leadId = useId();
  const [liveRegionIds, setLiveRegionIds] = useState<readonly string[]>([]);
  const registerLiveRegion = useCallback((id: string) => {
    setLiveRegionIds((ids) => [...ids, id]);
    return () => setLiveRegionIds((ids) => ids.filter((other) => other !== id));
  }, []);
  const descriptionIds = classNames(lead ? leadId : undefined, ...liveRegionIds);
  return (
    <div className={styles['card']}>
      <div className={styles['head']} data-result={result}>
        {result ? <ResultIcon meaning={result} /> : null}
        <h1
          key={keyOf(title, lead)}
          ref={titleRef}
          id={titleId}
          tabIndex={-1}
          aria-describedby={descriptionIds || undefined}
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
      <ScreenTextIds value={classNames(titleId, descriptionIds)}>
        <RegisterLiveRegion value={registerLiveRegion}>{children}</RegisterLiveRegion>
      </ScreenTextIds>
      {footer ? <div className={styles['footer']}>{footer}</div> : null}
    </div>
  );
}
