import { useIntl } from 'react-intl';
import type { Factor } from '#machines/shared/factor.ts';

const DATE_WITHOUT_TIME = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns a function that formats the registration date of a factor. The date of a card has no time and is formatted in
 * UTC.
 */
export function useFormatRegistrationDate(): (factor: Factor) => string {
  const { locale } = useIntl();
  return ({ registeredAt, description: { registrationDate = '' } }) =>
    DATE_WITHOUT_TIME.test(registrationDate)
      ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
          Date.parse(registrationDate),
        )
      : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(registeredAt);
}
