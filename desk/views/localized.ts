import { useCallback } from 'react';
import { useIntl } from 'react-intl';

type BothLanguages = { readonly ko: string; readonly en: string };

/**
 * Returns a function that selects a name: in the current language; if it is empty, in the other language; if both names
 * are empty, `fallback`.
 */
export function useLocalizedName(): (name: BothLanguages, fallback: string) => string {
  const { locale } = useIntl();
  return useCallback(({ ko, en }, fallback) => (locale === 'ko' ? ko || en : en || ko) || fallback, [locale]);
}

/** Returns a function that writes a time as date and time of day in the time zone of the server. */
export function useTime(timeZone: string | undefined): (epochMs: number) => string {
  const { formatDate } = useIntl();
  return useCallback(
    (epochMs) => formatDate(epochMs, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    [formatDate, timeZone],
  );
}
