import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { lateParts } from './late-parts.ts';
import type { MessageKey } from './messages.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the shown language, with inserted values. */
export type TextOf = (key: MessageKey, values?: TextValues) => string;

/** Returns the function that reads texts of the shown language. Korean particles agree with the inserted values. */
export function useText(): TextOf {
  const { formatMessage, locale } = useIntl();
  return useCallback(
    (key, values) => {
      const text = formatMessage({ id: key }, values);
      // A text that is shown before the late parts have loaded contains no particle that depends on a value, such as
      // 을(를). tests/rules/messages.test.ts checks this.
      return (locale === 'ko' && values && lateParts()?.settleParticles(text)) || text;
    },
    [formatMessage, locale],
  );
}
