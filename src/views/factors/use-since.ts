import { useIntl } from 'react-intl';
import type { Factor } from '#machines/shared/factor.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Writes the day since when a factor is registered; a card names the day itself, which has no time of day. */
export function useSince(): (factor: Factor) => string {
  const { locale } = useIntl();
  return ({ registeredAt, description: { registrationDate = '' } }) =>
    DAY.test(registrationDate)
      ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
          Date.parse(registrationDate),
        )
      : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(registeredAt);
}
