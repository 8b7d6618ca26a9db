import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type ko from '#i18n/desk.ko.json';
import { settleParticles } from '#i18n/particles.ts';

/** A text of the desk; both languages hold all of them. */
export type DeskKey = keyof typeof ko;

export type DeskText = (key: DeskKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of the shown language; Korean particles agree with the inserted values. */
export function useDeskText(): DeskText {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      return locale === 'ko' && values ? settleParticles(text) : text;
    },
    [formatMessage, locale],
  );
}
