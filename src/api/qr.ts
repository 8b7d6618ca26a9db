import type { QrCheck } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { type QrCode, qrCheck, qrCode } from '#src/api/decode/qr.ts';
import { apiPath } from '#src/api/path.ts';

/** Requests a QR code of the first step. The person who approves it on the phone is signed in. */
export const requestQr = (client: Client, ip: string, signal: AbortSignal): Promise<Result<QrCode>> =>
  client.call({ method: 'GET', path: '/mobileapp/qr', query: { ip }, schema: qrCode, signal });

export type QrCheckRequest = {
  readonly qrId: string;
  readonly clientId: string;
  /** The time in epoch milliseconds, which only prevents cached answers (rule 85). */
  readonly time: number;
};

/** Polls a QR code of the first step. Rejects with PathValueError if its ID cannot be a path segment. */
export const checkQr = async (
  client: Client,
  { qrId, clientId, time }: QrCheckRequest,
  signal: AbortSignal,
): Promise<Result<QrCheck>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/mobileapp/qr/check/{qrId}', { qrId }),
    query: { clientId, time: String(time) },
    schema: qrCheck,
    signal,
  });
