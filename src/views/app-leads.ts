import type { MessageKey } from '#src/app/messages.ts';
import { isOnPhone } from '#src/app/on-phone.ts';

/** Instructions for a push. */
export const pushLeadKey = (): MessageKey => (isOnPhone(navigator) ? 'push.leadPhone' : 'push.lead');

/** Instructions for a QR code; the operator sets whether the app asks for its number (rule 165). */
export function qrLeadKey(asksMatch: boolean): MessageKey {
  if (isOnPhone(navigator)) return asksMatch ? 'qr.leadPhoneMatch' : 'qr.leadPhone';
  return asksMatch ? 'qr.leadMatch' : 'qr.lead';
}
