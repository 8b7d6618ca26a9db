import { createIntl } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { Purpose } from '#src/ports/sent-code.ts';
import { loadOtherTexts } from './messages.ts';

/** Maximum length of the purpose in a call (rule 80). */
const MAX_LENGTH = 200;

/** The text keys of each purpose: with the name of the service, and without it. */
const TEXT_KEYS = {
  code: { withService: 'otp.purpose', withoutService: 'otp.purposeUnknown' },
  check: { withService: 'selfAuth.purpose', withoutService: 'selfAuth.purposeUnknown' },
  push: { withService: 'push.purpose', withoutService: 'push.purposeUnknown' },
} as const satisfies Readonly<Record<Purpose, object>>;

/** The text, in the shown language, that says for which service a code or push is sent (spec section 7, `content`). */
export async function purposeOf({ locale, session }: PortalContext, kind: Purpose): Promise<string> {
  const language = shownLanguage(locale);
  const { formatMessage } = createIntl({ locale: language, messages: await loadOtherTexts(language) });
  const service = session.request.company;
  const { withService, withoutService } = TEXT_KEYS[kind];
  const purpose =
    service === '' ? formatMessage({ id: withoutService }) : formatMessage({ id: withService }, { service });
  return purpose.slice(0, MAX_LENGTH);
}
