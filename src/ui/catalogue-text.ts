import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { settleParticles } from '#i18n/particles.ts';

type Values = Readonly<Record<string, string | number>>;

/** Returns a function that formats texts of a loaded catalogue. Korean particles agree with the inserted values. */
export function useCatalogueText<Key extends string>(): (key: Key, values?: Values) => string {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      return locale === 'ko' && values ? settleParticles(text) : text;
    },
    [formatMessage, locale],
  );
}
