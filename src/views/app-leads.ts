import type { MessageKey } from '#src/app/messages.ts';
import { isOnPhone } from '#src/app/on-phone.ts';

/** The text key of the instructions for a push. */
export const pushLeadKey = (): MessageKey => (isOnPhone(navigator) ? 'push.leadPhone' : 'push.lead');

/**
 * The text key of the instructions for a QR code.
 * @param requiresNumber whether the app requires the number that is shown next to the QR code (rule 165)
 */
export function qrLeadKey(requiresNumber: boolean): MessageKey {
  if (isOnPhone(navigator)) return requiresNumber ? 'qr.leadPhoneMatch' : 'qr.leadPhone';
  return requiresNumber ? 'qr.leadMatch' : 'qr.lead';
}
