import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { deviceCallOf } from '#server/http/device-call.ts';
import type { Ctx } from '#server/http/env.ts';
import { authenticateDevice, checkAnswerSignature } from '#server/login/device/calling-device.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { QrLogin } from '#server/storage/repositories/qr-logins.ts';
import { QR_LIFETIME, qrNumber } from '#wire/qr-login.ts';
import type { Call, CallDeps } from './call.ts';

/** The chosen number, or null to decline. An app with a public key signs the decision. */
const decision = v.object({
  number: v.nullable(v.pipe(v.string(), v.regex(/^\d{2}$/))),
  at: v.optional(v.number()),
  signature: v.optional(v.string()),
});

const AUDIT_EVENTS = {
  approved: 'phone.approved',
  declined: 'phone.denied',
  foreign: 'phone.mismatched',
  wrongNumber: 'phone.mismatched',
} as const;

/** The calls of the mobile app about a scanned QR code (docs/device-calls.md). */
export function deviceQrCalls({ portal }: CallDeps): readonly Call[] {
  const { qrLogins } = portal;

  /** @throws Refusal 404 for an unknown code, 400 (010_3) for a code that has expired or was already decided */
  const requireScannedCode = async (c: Ctx): Promise<QrLogin> => {
    const qr = await qrLogins.findScanned(c.req.param('qrId') ?? '');
    if (!qr) throw new Refusal(404, '010_5');
    if (qr.isExpired || qr.state !== 'pending') throw new Refusal(400, '010_3');
    return qr;
  };

  const outcomeOf = (qr: QrLogin, userId: string, number: string | null) => {
    if (number === null) return 'declined';
    if (qr.userId !== null && qr.userId !== userId) return 'foreign';
    return number === qrNumber(qr.qrId) ? 'approved' : 'wrongNumber';
  };

  return [
    {
      method: 'GET',
      path: '/device/qr/:qrId',
      async handle(c) {
        await authenticateDevice(portal, deviceCallOf(c, portal));
        const { clientId, browser, createdAt, numbers } = await requireScannedCode(c);
        return answer(c, {
          serviceName: portal.client(clientId ?? '')?.serviceName[c.get('language')] ?? '',
          browser,
          requestedAt: createdAt,
          validUntil: createdAt + QR_LIFETIME,
          numbers,
        });
      },
    },
    {
      method: 'POST',
      path: '/device/qr/:qrId',
      async handle(c) {
        const device = await authenticateDevice(portal, deviceCallOf(c, portal));
        const { userId } = device.account;
        const { number, ...signatureData } = await readBody(c, decision);
        checkAnswerSignature(
          device,
          { id: c.req.param('qrId') ?? '', choice: number, ...signatureData },
          portal.now(),
        );
        const qr = await requireScannedCode(c);
        const outcome = outcomeOf(qr, userId, number);
        if (!(await qrLogins.decide(qr.qrId, outcome, userId))) throw new Refusal(400, '010_3');
        const { deviceName } = device;
        portal.audit({ event: AUDIT_EVENTS[outcome], account: userId, method: 'qr', device: deviceName });
        if (outcome === 'foreign') throw new Refusal(400, '010_2');
        if (outcome === 'wrongNumber') throw new Refusal(400, 'wrongNumber');
        return answer(c, { outcome });
      },
    },
  ];
}
