import type { Failure } from '#wire/failure.ts';

type Values = Readonly<Record<string, string | number>>;

/** The text of an error: the key and values of a text of the portal, or the message of the server as plain text. */
export type FailureText = { readonly key: string; readonly values: Values } | { readonly text: string };

/** The text keys that exist in the current language. */
export type Catalogue = { readonly has: (key: string) => boolean };

const DEFAULT_KEY = 'info.failure.authentication.failure';
const LOGIN_ERROR_KEY = 'info.failure.authentication.error';
const SEND_KEY = 'info.failure.otp.send';
const UNREACHABLE_KEY = 'info.failure.unreachable';
const TROUBLE_KEY = 'info.failure.trouble';
const BUSY_KEY = 'info.failure.busy';

const SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/** The numbers of failures that have happened and that are allowed. */
const COUNTERS: Values = { failCount: 0, maxCount: 0 };

/** The number of failures until a method is locked; 0 if the answer contains no counters. */
const remainingOf = ({ failCount, maxCount }: Values): number =>
  Math.max(0, Number(maxCount ?? 0) - Number(failCount ?? 0)) || 0;

/** Neither `push` nor `qr`: the text then says "push or QR". */
const PUSH_OR_QR: Values = { way: 'untold' };

/** The values of an answer that are inserted into a text, with their defaults, by text key. */
const INSERTED_VALUES: ReadonlyMap<string, Values> = new Map([
  ['error.auth_error_001', { remaining: 0 }],
  ['error.auth_error_001_1', { maxCount: 0, minutes: 0 }],
  ['error.auth_error_004', { remaining: 0 }],
  ['error.auth_error_004_3', COUNTERS],
  ['error.auth_error_005_1', { remaining: 0 }],
  ['error.auth_error_005_5', COUNTERS],
  ['error.auth_error_005_6', COUNTERS],
  ['error.auth_error_010', PUSH_OR_QR],
  ['error.auth_error_010_1', PUSH_OR_QR],
  ['error.auth_error_010_2', PUSH_OR_QR],
  ['error.auth_error_010_3', PUSH_OR_QR],
  ['error.auth_error_010_4', PUSH_OR_QR],
  ['error.auth_error_010_5', PUSH_OR_QR],
  ['error.auth_error_010_6', PUSH_OR_QR],
  ['error.auth_error_015_2', { method: 'untold' }],
]);

/** The catalogue of the keys of `messages`. `Object.hasOwn` excludes inherited names such as `__proto__`. */
export const catalogueOf = (messages: Readonly<Record<string, unknown>>): Catalogue => ({
  has: (key) => Object.hasOwn(messages, key),
});

const insertedValues = (key: string, details: Values): Values =>
  Object.fromEntries(
    Object.entries(INSERTED_VALUES.get(key) ?? {}).map(([name, defaultValue]) => [
      name,
      (Object.hasOwn(details, name) ? details[name] : undefined) ?? defaultValue,
    ]),
  );

/** The text for the reason or the code of an error; null if neither of them has a text. */
function catalogueText(code: string, details: Values, catalogue: Catalogue): FailureText | null {
  if (code === '') return null;
  const reason = Object.hasOwn(details, 'reason') ? `error.reason.${details['reason']}` : '';
  const key = [reason, `error.${code}`, `error.auth_error_${code}`].find((candidate) =>
    catalogue.has(candidate),
  );
  return key === undefined
    ? null
    : { key, values: insertedValues(key, { ...details, remaining: remainingOf(details) }) };
}

/** The text for the status of an overloaded or failing server; null for any other status. */
function serverTroubleText(status: number): FailureText | null {
  if (status === TOO_MANY_REQUESTS) return { key: BUSY_KEY, values: {} };
  return status >= SERVER_ERROR ? { key: TROUBLE_KEY, values: {} } : null;
}

/** Calls for which the message of the server may take precedence over the text of the portal. */
export type FailedCall = 'authenticate' | 'check' | 'send';

/**
 * The text of a failure (spec section 8, rules 132, 133, 161): the text of the portal for the error code, otherwise the
 * message of the server, otherwise the text of `fallbackKey`. The message of the server takes precedence for every
 * failure of `send`, and for a failure of `authenticate`, the call that completes a login, with status 400 or error code
 * 500 (spec section 7).
 */
export function failureMessage(
  failure: Failure,
  catalogue: Catalogue,
  call?: FailedCall,
  fallbackKey: string = DEFAULT_KEY,
): FailureText {
  if (failure.kind === 'unreachable') return { key: UNREACHABLE_KEY, values: {} };
  const fallback = { key: call === 'send' ? SEND_KEY : fallbackKey, values: {} };
  if (failure.kind === 'malformed') {
    return failure.status === 0
      ? fallback
      : (serverTroubleText(failure.status) ?? { key: TROUBLE_KEY, values: {} });
  }
  const { status, code, message, details } = failure;
  const serverText = message.trim() === '' ? null : { text: message };
  const portalText = catalogueText(code, details, catalogue);
  const generalText = (code === '' ? serverTroubleText(status) : null) ?? fallback;
  if (call === 'send') return serverText ?? portalText ?? generalText;
  if (call === 'authenticate' && code === '500') return serverText ?? { key: LOGIN_ERROR_KEY, values: {} };
  if (call === 'authenticate' && status === 400) return serverText ?? portalText ?? generalText;
  return portalText ?? serverText ?? generalText;
}
