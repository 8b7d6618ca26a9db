import type { Failure } from '#wire/failure.ts';

type Values = Readonly<Record<string, string | number>>;

/** The text of an error: a message of the catalogue with its values, or the message of the server as plain text. */
export type FailureText = { readonly key: string; readonly values: Values } | { readonly text: string };

/** The message keys of the current language. */
export type Catalogue = { readonly has: (key: string) => boolean };

const DEFAULT_KEY = 'info.failure.authentication.failure';
const LOGIN_ERROR_KEY = 'info.failure.authentication.error';
const SEND_KEY = 'info.failure.otp.send';
const UNREACHABLE_KEY = 'info.failure.unreachable';
const TROUBLE_KEY = 'info.failure.trouble';
const BUSY_KEY = 'info.failure.busy';

const SERVER_ERROR = 500;
const TOO_MANY = 429;

const COUNTERS: Values = { failCount: 0, maxCount: 0 };

/** Number of tries before a method is locked, from its counters; 0 when the answer has none. */
const remainingOf = ({ failCount, maxCount }: Values): number =>
  Math.max(0, Number(maxCount ?? 0) - Number(failCount ?? 0)) || 0;

/** The text then names neither push nor QR. */
const PUSH_OR_QR: Values = { way: 'untold' };

/** Values that a message takes from the answer, each with its default. */
const INSERTED: ReadonlyMap<string, Values> = new Map([
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

/** A catalogue of the own keys of `messages`, so that a code such as `__proto__` has no message. */
export const catalogueOf = (messages: Readonly<Record<string, unknown>>): Catalogue => ({
  has: (key) => Object.hasOwn(messages, key),
});

const insertedValues = (key: string, details: Values): Values =>
  Object.fromEntries(
    Object.entries(INSERTED.get(key) ?? {}).map(([name, defaultValue]) => [
      name,
      (Object.hasOwn(details, name) ? details[name] : undefined) ?? defaultValue,
    ]),
  );

function catalogueText(code: string, details: Values, catalogue: Catalogue): FailureText | null {
  if (code === '') return null;
  const reason = Object.hasOwn(details, 'reason') ? `error.reason.${details['reason']}` : '';
  const key = [reason, `error.${code}`, `error.auth_error_${code}`].find((known) => catalogue.has(known));
  return key === undefined
    ? null
    : { key, values: insertedValues(key, { ...details, remaining: remainingOf(details) }) };
}

/** The text for a server that is overloaded or fails, by its status; null for any other refusal. */
function serverTroubleText(status: number): FailureText | null {
  if (status === TOO_MANY) return { key: BUSY_KEY, values: {} };
  return status >= SERVER_ERROR ? { key: TROUBLE_KEY, values: {} } : null;
}

/** Calls for which the message of the server may come first. */
export type FailedCall = 'authenticate' | 'check' | 'send';

/**
 * The text of a failure (spec section 8, rules 132, 133, 161): the message of the catalogue for the errCode, otherwise
 * the server's message, otherwise `general`. The server's message comes first for `authenticate`, the call that ends a
 * login, at status 400 and errCode 500, and always for `send` (spec section 7).
 */
export function failureMessage(
  failure: Failure,
  catalogue: Catalogue,
  call?: FailedCall,
  general: string = DEFAULT_KEY,
): FailureText {
  if (failure.kind === 'unreachable') return { key: UNREACHABLE_KEY, values: {} };
  const unknown = { key: call === 'send' ? SEND_KEY : general, values: {} };
  if (failure.kind === 'malformed') {
    return failure.status === 0
      ? unknown
      : (serverTroubleText(failure.status) ?? { key: TROUBLE_KEY, values: {} });
  }
  const { status, code, message, details } = failure;
  const own = message.trim() === '' ? null : { text: message };
  const map = catalogueText(code, details, catalogue);
  const other = (code === '' ? serverTroubleText(status) : null) ?? unknown;
  if (call === 'send') return own ?? map ?? other;
  if (call === 'authenticate' && code === '500') return own ?? { key: LOGIN_ERROR_KEY, values: {} };
  if (call === 'authenticate' && status === 400) return own ?? map ?? other;
  return map ?? own ?? other;
}
