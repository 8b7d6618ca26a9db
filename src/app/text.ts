import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { lateParts } from './late-parts.ts';
import type { MessageKey } from './messages.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Writes the text of a key in the shown language. */
export type WriteText = (key: MessageKey, values?: TextValues) => string;

/** Texts of the shown language; Korean particles agree with the inserted values. */
export function useText(): WriteText {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      // Texts shown before the late parts have loaded have no particle that depends on a value, such as 을(를)
      // (tests/rules/messages.test.ts).
      return (locale === 'ko' && values && lateParts()?.settleParticles(text)) || text;
    },
    [formatMessage, locale],
  );
}
