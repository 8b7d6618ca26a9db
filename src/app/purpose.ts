import { createIntl } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { Purpose } from '#src/ports/sent-code.ts';
import { loadOtherTexts } from './messages.ts';

/** Longest text that the call may carry (rule 80). */
const MAX_LENGTH = 200;

const KEYS = {
  code: { named: 'otp.purpose', unnamed: 'otp.purposeUnknown' },
  check: { named: 'selfAuth.purpose', unnamed: 'selfAuth.purposeUnknown' },
  push: { named: 'push.purpose', unnamed: 'push.purposeUnknown' },
} as const satisfies Readonly<Record<Purpose, object>>;

/** The localised purpose of a code or push, with the name of the service (spec section 7, `content`). */
export async function purposeOf({ locale, session }: PortalContext, kind: Purpose): Promise<string> {
  const language = shownLanguage(locale);
  const { formatMessage } = createIntl({ locale: language, messages: await loadOtherTexts(language) });
  const service = session.request.company;
  const { named, unnamed } = KEYS[kind];
  const purpose = service === '' ? formatMessage({ id: unnamed }) : formatMessage({ id: named }, { service });
  return purpose.slice(0, MAX_LENGTH);
}
