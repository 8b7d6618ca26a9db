import type { MessageKey } from '#src/app/messages.ts';
import { isOnPhone } from '#src/app/on-phone.ts';

/** What to do with a push. */
export const pushLead = (): MessageKey => (isOnPhone(navigator) ? 'push.leadPhone' : 'push.lead');

/** What to do with a QR code; whether the app asks for its number is the operator's word (decision 165). */
export function qrLead(asksMatch: boolean): MessageKey {
  if (isOnPhone(navigator)) return asksMatch ? 'qr.leadPhoneMatch' : 'qr.leadPhone';
  return asksMatch ? 'qr.leadMatch' : 'qr.lead';
}
