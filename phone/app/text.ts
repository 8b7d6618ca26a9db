import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { settleParticles } from '#i18n/particles.ts';
import type ko from '#i18n/phone.ko.json';

/** A text of the app; both languages hold all of them. */
export type PhoneKey = keyof typeof ko;

export type PhoneText = (key: PhoneKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of the shown language; Korean particles agree with the inserted values. */
export function usePhoneText(): PhoneText {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      return locale === 'ko' && values ? settleParticles(text) : text;
    },
    [formatMessage, locale],
  );
}
