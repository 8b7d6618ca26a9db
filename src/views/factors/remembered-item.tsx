import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import type { RememberedBrowser } from '#machines/shared/factor.ts';
import { useText } from '#src/app/text.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFormatTime } from '#src/views/use-format-time.ts';
import styles from './factors.module.css';

/** The list item of a remembered browser: its last use, its expiry, and the link that removes it. */
export function RememberedItem({
  actor,
  browser,
  isBusy,
}: {
  readonly actor: ActorRefFrom<FactorsMachine>;
  readonly browser: RememberedBrowser;
  readonly isBusy: boolean;
}) {
  const text = useText();
  const formatTime = useFormatTime();
  const id = useId();
  const { rememberedId, browser: name, lastUsedAt, expiresAt, isThis } = browser;
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <h3 id={id}>{name || text('factors.unknownBrowser')}</h3>
        {isThis ? <span className={styles['badge']}>{text('factors.thisSession')}</span> : null}
      </div>
      <p className={styles['note']}>
        <span>{text('factors.seen', { time: formatTime(lastUsedAt) })}</span>
        <span>{text('factors.rememberedUntil', { time: formatTime(expiresAt) })}</span>
      </p>
      <div className={styles['actions']}>
        <TextLink
          disabled={isBusy}
          describedBy={id}
          onClick={() => actor.send({ type: 'remembered.end', rememberedId })}
        >
          {text('factors.forget')}
        </TextLink>
      </div>
    </li>
  );
}
