import { useCallback } from 'react';
import { useIntl } from 'react-intl';

type InBoth = { readonly ko: string; readonly en: string };

/** The name in the language that is shown; in the other one where there is none, or `otherwise`. */
export function useName(): (name: InBoth, otherwise: string) => string {
  const { locale } = useIntl();
  return useCallback(
    ({ ko, en }, otherwise) => (locale === 'ko' ? ko || en : en || ko) || otherwise,
    [locale],
  );
}

/** Writes an instant (epoch milliseconds) as day and time in the time zone of the server. */
export function useTime(timeZone: string | undefined): (epochMs: number) => string {
  const { formatDate } = useIntl();
  return useCallback(
    (epochMs) => formatDate(epochMs, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    [formatDate, timeZone],
  );
}
