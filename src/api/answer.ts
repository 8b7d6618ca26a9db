import { type GenericSchema, safeParse } from 'valibot';
import { failed, type Result, success } from '#machines/shared/result.ts';
import { safeText } from '#src/api/safe-text.ts';
import { REFUSAL_DETAILS } from '#wire/names.ts';

export type Answer = {
  readonly httpStatus: number;
  /** The body exactly as received. */
  readonly body: string;
  /** Whether an empty body counts as an object without fields: for a DELETE or a 204 (rule 07). */
  readonly canBeEmpty: boolean;
};

type Fields = Readonly<Record<string, unknown>>;

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The status of an answer: an error status of HTTP, otherwise the `status` of the body, otherwise the HTTP status. */
function effectiveStatus(httpStatus: number, status: unknown): number {
  if (httpStatus >= 400) return httpStatus;
  if (typeof status === 'number') return status;
  return typeof status === 'string' && /^\d+$/.test(status) ? Number(status) : httpStatus;
}

const isTextOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const textValue = (value: unknown): string => (isTextOrNumber(value) ? String(value) : '');

function refusalDetails(fields: Fields): Record<string, string | number> {
  return Object.fromEntries(
    REFUSAL_DETAILS.map((name) => [name, fields[name]] as const).filter(
      (entry): entry is [(typeof REFUSAL_DETAILS)[number], string | number] => isTextOrNumber(entry[1]),
    ),
  );
}

/** Values of `errCode` that mean success. */
const SUCCESS_CODES: readonly string[] = ['', '0', '200'];

/** The first error code of spec section 8, which some servers also send with a success. */
const AMBIGUOUS_CODE = '000';

/** Whether an answer has the fields that the call requires of a success. False if the call requires no fields. */
const hasSuccessFields = (schema: GenericSchema, fields: Fields): boolean =>
  safeParse(schema, fields).success && !safeParse(schema, {}).success;

/**
 * Reads an answer as a value, a refusal or a malformed answer (rules 07 and 08). An answer is a refusal if its
 * effective status is 400 or more, or if it has an `errCode` (rule 163): an OTP check reports its error code with
 * status 200 (spec section 8).
 */
export function readAnswer<Value>(answer: Answer, schema: GenericSchema<unknown, Value>): Result<Value> {
  const { httpStatus, body, canBeEmpty } = answer;
  const fields = body === '' && canBeEmpty && httpStatus < 400 ? {} : parse(body);
  if (!isFields(fields)) return failed({ kind: 'malformed', status: httpStatus });
  const status = effectiveStatus(httpStatus, fields['status']);
  const code = textValue(fields['errCode']);
  const isSuccessCode =
    SUCCESS_CODES.includes(code) || (code === AMBIGUOUS_CODE && hasSuccessFields(schema, fields));
  if (status >= 400 || !isSuccessCode) {
    const message = safeText(textValue(fields['message']));
    return failed({ kind: 'rejected', status, code, message, details: refusalDetails(fields) });
  }
  const decoded = safeParse(schema, fields);
  return decoded.success ? success(decoded.output) : failed({ kind: 'malformed', status });
}
