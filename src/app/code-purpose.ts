import { createIntl } from 'react-intl';
import { shownLanguage } from '#i18n/locale.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { loadOtherTexts } from './messages.ts';

/** Longest text that the call may carry (decision 80). */
const LONGEST = 200;

/** The localised purpose of a sent code, with the name of the service (spec section 7, `content`). */
export async function codePurpose({ locale, session }: PortalContext): Promise<string> {
  const language = shownLanguage(locale);
  const { formatMessage } = createIntl({ locale: language, messages: await loadOtherTexts(language) });
  const service = session.flow.company;
  const purpose =
    service === ''
      ? formatMessage({ id: 'otp.purposeUnknown' })
      : formatMessage({ id: 'otp.purpose' }, { service });
  return purpose.slice(0, LONGEST);
}
