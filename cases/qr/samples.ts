import type { CreatedQr } from '#machines/qr/qr.setup.ts';
import { type Failure, failed, success } from '#machines/shared/result.ts';

/** Epoch milliseconds at which the QR code of the samples is created. */
export const QR_CREATED_AT = 1_000_000;

/** A QR code that was just created. */
export const freshQr = (changes: Partial<CreatedQr> = {}): CreatedQr => ({
  qrId: 'qr-1',
  qr: 'cubelogin://qr?id=qr-1&portal=https%3A%2F%2Fportal.example',
  at: QR_CREATED_AT,
  ...changes,
});

/** The answer to a poll, `ms` milliseconds after the QR code was created. */
export const pollAnswer = (check: string, { userId = '', ms = 0 } = {}) => ({
  at: QR_CREATED_AT + ms,
  answer: success({ check, userId }),
});

/** A failed poll, `ms` milliseconds after the QR code was created. */
export const pollFailure = (failure: Failure, ms = 0) => ({
  at: QR_CREATED_AT + ms,
  answer: failed(failure),
});
