import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import type { PersonSession } from '#machines/shared/factor.ts';
import { useText } from '#src/app/text.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFormatTime } from '#src/views/use-format-time.ts';
import styles from './factors.module.css';

/** The list item of a session: its browser, network, start and last use, and the link that ends the session. */
export function SessionItem({
  actor,
  session,
  isBusy,
}: {
  readonly actor: ActorRefFrom<FactorsMachine>;
  readonly session: PersonSession;
  readonly isBusy: boolean;
}) {
  const text = useText();
  const formatTime = useFormatTime();
  const id = useId();
  const { sessionId, startedAt, lastSeenAt, browser, addressRange, isThis } = session;
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <h3 id={id}>{browser || text('factors.unknownBrowser')}</h3>
        {isThis ? <span className={styles['badge']}>{text('factors.thisSession')}</span> : null}
      </div>
      {addressRange === '' ? null : <p className={styles['facts']}>{addressRange}</p>}
      <p className={styles['note']}>
        <span>{text('factors.began', { time: formatTime(startedAt) })}</span>
        {isThis ? null : <span>{text('factors.seen', { time: formatTime(lastSeenAt) })}</span>}
      </p>
      {isThis ? null : (
        <div className={styles['actions']}>
          <TextLink
            disabled={isBusy}
            describedBy={id}
            onClick={() => actor.send({ type: 'session.end', sessionId })}
          >
            {text('factors.end')}
          </TextLink>
        </div>
      )}
    </li>
  );
}
