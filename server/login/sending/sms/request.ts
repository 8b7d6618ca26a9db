import { reasonOf } from '#server/login/sending/failure.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';

/** The fields of a JSON object in the answer of a gateway. */
export type Fields = Readonly<Record<string, unknown>>;

/** A call of a gateway. */
export type GatewayRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs: number;
};

/** The failure that the HTTP status of an answer means when the body of the answer gives no reason. */
export function failureOfStatus(status: number): GatewayFailure {
  if (status === 429) return 'limit';
  if (status === 401 || status === 403 || status === 404) return 'credentials';
  return status >= 500 ? 'outage' : 'refused';
}

/** The fields of a JSON value; empty when the value is not an object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The fields of the first object of a list; empty when the value is not a list, or the list is empty. */
export const firstFieldsOf = (value: unknown): Fields =>
  fieldsOf(Array.isArray(value) ? value[0] : undefined);

/** A text or a number of an answer as text; empty for any other value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Calls a gateway and reads the answer if the HTTP status is below 500.
 * @throws GatewayError `outage` when the gateway does not answer in time, or answers with a status of 500 or above
 */
export async function callGateway(
  name: string,
  { method, url, headers, body, timeoutMs }: GatewayRequest,
): Promise<{ readonly status: number; readonly fields: Fields }> {
  const outageError = (reason: string) => new GatewayError(`${name}: outage (${reason})`, 'outage');
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500) throw outageError(`HTTP ${response.status}`);
    return { status: response.status, fields: fieldsOf(parsedJson(text)) };
  } catch (error) {
    throw error instanceof GatewayError ? error : outageError(reasonOf(error));
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
