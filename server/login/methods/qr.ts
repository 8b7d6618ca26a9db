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

/** Why a QR code is not a valid approval; null when it is. */
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

/** The code belongs to another session or client, or has been used (rule 89). */
const UNKNOWN_QR: MethodRefusal = { ...methodRefusal('010_5'), status: 404 };

/**
 * A QR code that the mobile app has approved: valid once, within 60 s, in the session that requested it, for the service
 * that the phone has shown. It counts as a push, which the same app approves.
 */
export const qrMethod = (qrLogins: QrLogins, apps: MobileApps): Method => ({
  needs: ['push'],
  verify: ({ userId }, qrId, { session, clientId }) =>
    idempotentRequest().runOnce(VERIFICATION_STEP, async () => {
      if (!(await apps.of(userId))?.hasKey) return methodRefusal('009');
      const qr = await qrLogins.find(session, qrId);
      if (qr?.clientId !== clientId) return UNKNOWN_QR;
      const problem = qrProblem(qr);
      if (problem) return methodRefusal(problem);
      if (qr.approvedBy !== userId) return methodRefusal('010_2');
      return (await qrLogins.spend(session, qrId, userId)) ? phoneApproval('push', qr.decidedAt) : UNKNOWN_QR;
    }),
});
