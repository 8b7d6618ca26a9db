import { useCallback } from 'react';
import { useIntl } from 'react-intl';

type BothLanguages = { readonly ko: string; readonly en: string };

/** The name in the current language, else in the other one, else `fallback`. */
export function useLocalizedName(): (name: BothLanguages, fallback: string) => string {
  const { locale } = useIntl();
  return useCallback(({ ko, en }, fallback) => (locale === 'ko' ? ko || en : en || ko) || fallback, [locale]);
}

/** Writes an instant (epoch milliseconds) as day and time in the time zone of the server. */
export function useTime(timeZone: string | undefined): (epochMs: number) => string {
  const { formatDate } = useIntl();
  return useCallback(
    (epochMs) => formatDate(epochMs, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    [formatDate, timeZone],
  );
}
