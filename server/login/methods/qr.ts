import type { ErrorName } from '#server/login/texts.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { QrLogin, QrLogins } from '#server/storage/repositories/qr-logins.ts';
import {
  type Method,
  type MethodRefusal,
  methodRefusal,
  phoneApproval,
  VERIFICATION_STEP,
} from './method.ts';

/** The error code of a QR login without a valid approval; null for a valid approval. */
export function qrProblem(qr: QrLogin): ErrorName | null {
  switch (qr.state) {
    case 'approved':
      return qr.isStale ? '010_3' : null;
    case 'declined':
      return '010_1';
    case 'foreign':
      return '010_2';
    case 'wrongNumber':
      return '010';
    case 'pending':
      return qr.isExpired ? '010_3' : '010';
  }
}

/** The refusal of a QR code of another session or client, or of a used QR code (rule 89). */
const UNKNOWN_QR_REFUSAL: MethodRefusal = { ...methodRefusal('010_5'), status: 404 };

/**
 * Verifies a QR code that the mobile app has approved. It is valid once, within 60 s, in the session that requested it,
 * and for the service that the phone has shown. It counts as a push, because the same app approves pushes.
 */
export const qrMethod = (qrLogins: QrLogins, apps: MobileApps): Method => ({
  requiredMethods: ['push'],
  verify: ({ userId }, qrId, { session, clientId }) =>
    idempotentRequest().runOnce(VERIFICATION_STEP, async () => {
      if (!(await apps.of(userId))?.hasKey) return methodRefusal('009');
      const qr = await qrLogins.find(session, qrId);
      if (qr?.clientId !== clientId) return UNKNOWN_QR_REFUSAL;
      const errCode = qrProblem(qr);
      if (errCode) return methodRefusal(errCode);
      if (qr.approvedBy !== userId) return methodRefusal('010_2');
      return (await qrLogins.consume(session, qrId, userId))
        ? phoneApproval('push', qr.decidedAt)
        : UNKNOWN_QR_REFUSAL;
    }),
});
