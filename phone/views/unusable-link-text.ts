import type { UnusableLink } from '#machines/phone/phone.types.ts';
import type { PhoneText } from '#phone/app/text.ts';
import { webAppAddress } from '#wire/app-links.ts';
import { failureText } from './failure-text.ts';

/** The title and the explanation for a link or QR code that cannot be used. */
export function unusableLinkText(
  text: PhoneText,
  unusableLink: UnusableLink | null,
): { readonly title: string; readonly lead: string } {
  switch (unusableLink?.kind) {
    case 'otherPortal': {
      const address = webAppAddress(unusableLink.portal);
      return { title: text('phone.otherPortal'), lead: text('phone.otherPortalLead', { address }) };
    }
    case 'noOnlineAccount':
      return { title: text('phone.nobody'), lead: text('phone.nobodyLead') };
    case 'failed':
      return { title: text('phone.unread'), lead: failureText(text, unusableLink.failure) };
    default:
      return { title: text('phone.unusable'), lead: text('phone.unusableLead') };
  }
}
