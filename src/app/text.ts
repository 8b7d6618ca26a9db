import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { settleParticles } from '#i18n/particles.ts';
import type { MessageKey } from './messages.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Writes the text of a key in the shown language. */
export type WriteText = (key: MessageKey, values?: TextValues) => string;

/** The texts of the shown language; Korean particles follow the values that were inserted. */
export function useText(): WriteText {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      return locale === 'ko' && values ? settleParticles(text) : text;
    },
    [formatMessage, locale],
  );
}
