import type { AnyEventObject } from 'xstate';

/** Values that the server sends with some codes, which the messages insert. */
const DETAILS = { failCount: 2, maxCount: 5, minutes: 30, method: 'SMS' };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same answer with another code; null when it is not a refusal. */
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

/** The answer of a port with another code of the catalogue; null when it is not a refusal by the server. */
export function refusedWith(event: AnyEventObject, code: string): AnyEventObject | null {
  const output = withCode(event['output'], code);
  return output === null ? null : { ...event, output };
}
