import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import type { Factor } from '#machines/shared/factor.ts';
import { positionOf } from '#machines/shared/factor-limits.ts';
import { useText } from '#src/app/text.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFormatTime } from '#src/views/use-format-time.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import styles from './factors.module.css';
import { useFormatRegistrationDate } from './use-format-registration-date.ts';

/** Fields that distinguish devices of the same type, in display order. */
const DISTINGUISHING_FIELDS = ['deviceName', 'serialNumber', 'modelCode', 'publicId', 'uuid'] as const;
const MAX_DISTINGUISHING_FIELDS = 2;

/**
 * Returns a function that gives the title of a factor: the name of the factor, or its type. If the list contains
 * several factors of the type without a name, a number follows the type.
 */
export function useFactorTitle(factors: readonly Factor[]): (factor: Factor) => string {
  const text = useText();
  return (factor) =>
    factor.name ||
    [text(`factor.kind.${factor.type}`), positionOf(factors, factor)].filter(Boolean).join(' ');
}

/** The list item of a factor: its title, details and actions. */
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
  const formatTime = useFormatTime();
  const formatRegistrationDate = useFormatRegistrationDate();
  const { overview, factorTypes, defaultFactorType } = actor.getSnapshot().context;
  const titleOf = useFactorTitle(overview?.factors ?? []);
  const { factorId, type, name, description, lastUsedAt, isRemovable } = factor;
  const id = useId();
  const linkProps = { disabled: isBusy, describedBy: id };
  const details = DISTINGUISHING_FIELDS.map((detail) => description[detail] ?? '').filter(
    (detail) => detail !== '',
  );
  const isStandard = description['app'] === 'standard';
  const isNameless = type === FACTOR_TYPES.mobileApp && (description['deviceName'] ?? '') === '';
  const facts = [
    name === '' ? '' : text(`factor.kind.${type}`),
    isNameless ? text(isStandard ? 'factor.standardApp' : 'factor.offlineApp') : '',
    ...details.slice(0, MAX_DISTINGUISHING_FIELDS),
  ].filter((fact) => fact !== '');
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <h3 id={id}>{titleOf(factor)}</h3>
        {type === defaultFactorType ? (
          <span className={styles['badge']}>{text('factors.default')}</span>
        ) : null}
      </div>
      {facts.length > 0 ? <p className={styles['facts']}>{facts.join(' · ')}</p> : null}
      <p className={styles['note']}>
        <span>{text('factors.since', { time: formatRegistrationDate(factor) })}</span>
        <span>
          {lastUsedAt === null
            ? text('factors.unused')
            : text('factors.used', { time: formatTime(lastUsedAt) })}
        </span>
      </p>
      {isRemovable ? null : <p className={styles['note']}>{text('factors.last')}</p>}
      <div className={styles['actions']}>
        <TextLink {...linkProps} onClick={() => actor.send({ type: 'factor.rename', factorId })}>
          {text('factors.rename')}
        </TextLink>
        {type !== FACTOR_TYPES.passkey && factorTypes.includes(type) ? (
          <TextLink {...linkProps} onClick={() => actor.send({ type: 'type.opened', factorType: type })}>
            {text('factors.details')}
          </TextLink>
        ) : null}
        {isRemovable ? (
          <TextLink {...linkProps} onClick={() => actor.send({ type: 'factor.remove', factorId })}>
            {text('factors.remove')}
          </TextLink>
        ) : null}
      </div>
    </li>
  );
}
