import type { Misread } from '#machines/phone/phone.types.ts';
import type { PhoneText } from '#phone/app/text.ts';
import { webAppAddress } from '#wire/app-links.ts';
import { failureText } from './failure-text.ts';

/** What to say about a link or code that cannot be used, and what to do instead. */
export function misreadText(
  text: PhoneText,
  misread: Misread | null,
): { readonly title: string; readonly lead: string } {
  switch (misread?.kind) {
    case 'otherPortal': {
      const address = webAppAddress(misread.portal);
      return { title: text('phone.otherPortal'), lead: text('phone.otherPortalLead', { address }) };
    }
    case 'nobody':
      return { title: text('phone.nobody'), lead: text('phone.nobodyLead') };
    case 'failed':
      return { title: text('phone.unread'), lead: failureText(text, misread.failure) };
    default:
      return { title: text('phone.unusable'), lead: text('phone.unusableLead') };
  }
}
