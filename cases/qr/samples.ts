import type { CreatedQr } from '#machines/qr/qr.setup.ts';
import { type Failure, failed, success } from '#machines/shared/result.ts';

/** Epoch milliseconds at which the QR code of the samples is created. */
export const NOW = 1_000_000;

export const freshQr = (changes: Partial<CreatedQr> = {}): CreatedQr => ({
  qrId: 'qr-1',
  qr: 'cubelogin://qr?id=qr-1&portal=https%3A%2F%2Fportal.example',
  at: NOW,
  ...changes,
});

/** An answer to a poll, `ms` milliseconds after the code was created. */
export const pollAnswer = (check: string, { userId = '', ms = 0 } = {}) => ({
  at: NOW + ms,
  answer: success({ check, userId }),
});

export const pollFailure = (failure: Failure, ms = 0) => ({ at: NOW + ms, answer: failed(failure) });
