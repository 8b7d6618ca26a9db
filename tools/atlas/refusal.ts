import type { AnyEventObject } from 'xstate';

/** Example values that the server sends with some error codes; the messages of these codes contain them. */
const DETAILS = { failCount: 2, maxCount: 5, minutes: 30, method: 'SMS' };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Replaces the error code of a refusal, also of a refusal inside the answer; null if the answer contains no refusal.
 */
function withCode(answer: unknown, code: string): unknown {
  if (!isRecord(answer)) return null;
  if (answer['kind'] === 'rejected') return { ...answer, status: 400, code, message: '', details: DETAILS };
  const entries = Object.entries(answer).map(
    ([name, value]) => [name, withCode(value, code), value] as const,
  );
  return entries.some(([, changed]) => changed !== null)
    ? Object.fromEntries(entries.map(([name, changed, value]) => [name, changed ?? value]))
    : null;
}

/**
 * Replaces the error code in the answer of a port; null if the answer is not a refusal by the server.
 * @param event the event with which the port answers
 */
export function refusedWith(event: AnyEventObject, code: string): AnyEventObject | null {
  const output = withCode(event['output'], code);
  return output === null ? null : { ...event, output };
}
