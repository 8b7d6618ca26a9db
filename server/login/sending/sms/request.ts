import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** Fields of an answer of a gateway; empty for anything but an object. */
export type Fields = Readonly<Record<string, unknown>>;

export type GatewayRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs: number;
};

/** The failure that the status of an answer means when its body gives no reason. */
export function failureOfStatus(status: number): GatewayFailure {
  if (status === 429) return 'limit';
  if (status === 401 || status === 403 || status === 404) return 'credentials';
  return status >= 500 ? 'outage' : 'refused';
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The first object of a list; empty without one. */
export const firstOf = (value: unknown): Fields => fieldsOf(Array.isArray(value) ? value[0] : undefined);

/** A text or a number of an answer as text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Calls a gateway and reads its answer, with any status below 500.
 * @throws GatewayError `outage` when it does not answer in time, or with a status of 500 and above
 */
export async function callGateway(
  name: string,
  { method, url, headers, body, timeoutMs }: GatewayRequest,
): Promise<{ readonly status: number; readonly fields: Fields }> {
  const outage = (reason: string) => new GatewayError(`${name}: outage (${reason})`, 'outage');
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500) throw outage(`HTTP ${response.status}`);
    return { status: response.status, fields: fieldsOf(jsonOf(text)) };
  } catch (error) {
    throw error instanceof GatewayError ? error : outage(reasonOf(error));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
