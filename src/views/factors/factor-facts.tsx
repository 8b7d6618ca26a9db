import type { Factor } from '#machines/shared/factor.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Facts } from '#src/views/registration/facts.tsx';
import { useFormatTime } from '#src/views/use-format-time.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import styles from './factors.module.css';
import { useFormatRegistrationDate } from './use-format-registration-date.ts';

/** The fields of a device with their labels, in the order of spec section 3. */
const DEVICE_FIELDS: readonly (readonly [field: string, label: MessageKey])[] = [
  ['deviceName', 'factor.deviceName'],
  ['os', 'factor.os'],
  ['appVersion', 'factor.appVersion'],
  ['uuid', 'factor.uuid'],
  ['serialNumber', 'factor.serialNumber'],
  ['modelCode', 'factor.modelCode'],
  ['companyName', 'factor.companyName'],
  ['publicId', 'factor.publicId'],
];

/** The details of a factor, with the dates of its registration and its last use. */
export function FactorFacts({ factor }: { readonly factor: Factor }) {
  const text = useText();
  const formatTime = useFormatTime();
  const formatRegistrationDate = useFormatRegistrationDate();
  const { type, name, description, lastUsedAt } = factor;
  const isStandard = description['app'] === 'standard';
  const isNameless = type === FACTOR_TYPES.mobileApp && (description['deviceName'] ?? '') === '';
  return (
    <>
      <Facts
        facts={[
          [text('factor.name'), name],
          [
            text('factor.deviceName'),
            isNameless ? text(isStandard ? 'factor.standardApp' : 'factor.offlineApp') : '',
          ],
          ...DEVICE_FIELDS.map(([field, label]) => [text(label), description[field] ?? ''] as const),
        ]}
      />
      <p className={styles['note']}>
        {text('factors.since', { time: formatRegistrationDate(factor) })}
        <br />
        {lastUsedAt === null
          ? text('factors.unused')
          : text('factors.used', { time: formatTime(lastUsedAt) })}
      </p>
    </>
  );
}
