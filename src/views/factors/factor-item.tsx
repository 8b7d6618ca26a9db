import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import type { Factor } from '#machines/shared/factor.ts';
import { useText } from '#src/app/text.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { FactorFacts } from './factor-facts.tsx';
import styles from './factors.module.css';

/** A factor: what it is, and what can be done with it. */
export function FactorItem({
  actor,
  factor,
  isBusy,
}: {
  readonly actor: ActorRefFrom<FactorsMachine>;
  readonly factor: Factor;
  readonly isBusy: boolean;
}) {
  const text = useText();
  const { factorId, type, name, isRemovable } = factor;
  const id = useId();
  const about = { disabled: isBusy, describedBy: id };
  return (
    <li className={styles['item']}>
      <h3 id={id}>{[text(`factor.kind.${type}`), name].filter(Boolean).join(' · ')}</h3>
      <FactorFacts factor={{ ...factor, name: '' }} />
      {isRemovable ? null : <p className={styles['note']}>{text('factors.last')}</p>}
      <div className={styles['actions']}>
        {type === '12' ? (
          <TextLink {...about} onClick={() => actor.send({ type: 'factor.rename', factorId })}>
            {text('factors.rename')}
          </TextLink>
        ) : null}
        {isRemovable ? (
          <TextLink {...about} onClick={() => actor.send({ type: 'factor.remove', factorId })}>
            {text('factors.remove')}
          </TextLink>
        ) : null}
      </div>
    </li>
  );
}
