import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { HashingBusyError } from '#server/login/password/hashing.ts';
import { Refusal } from '#server/login/refusal.ts';
import { detailsIn, isErrorCode, textOf } from '#server/login/texts.ts';
import { log } from '#server/operations/log.ts';
import { TakenOverError } from '#server/storage/idempotency/idempotent-requests.ts';
import { OwnerGoneError } from '#server/storage/owner-gone.ts';
import { RETRY_AFTER_SECONDS, StorageUnavailableError } from '#server/storage/unavailable.ts';
import type { Ctx } from './env.ts';

/** The body of a successful answer; `status` repeats the HTTP status (rule 08). */
export const successBody = (fields: Readonly<Record<string, unknown>>) => ({ status: 200, ...fields });

/** Answers with JSON. The text is stored, because the challenge token and idempotent requests need it. */
function answerJson(
  c: Ctx,
  value: object,
  status: ContentfulStatusCode,
  headers?: Readonly<Record<string, string>>,
): Response {
  const text = JSON.stringify(value);
  const response = c.body(text, status, { ...headers, 'Content-Type': 'application/json' });
  c.set('sentJson', { response, text });
  return response;
}

export const answer = (c: Ctx, fields: Readonly<Record<string, unknown>> = {}): Response =>
  answerJson(c, successBody(fields), 200);

/** The body of the current answer. */
export async function responseBytes(c: Ctx): Promise<Uint8Array<ArrayBuffer>> {
  const sentJson = c.get('sentJson');
  if (sentJson?.response === c.res) return new TextEncoder().encode(sentJson.text);
  return new Uint8Array(await c.res.clone().arrayBuffer());
}

/**
 * Answers a refusal with `{status, errCode, message}` and the values of its text. A code of section 8 has an empty
 * message, because the page has the text (rule 161).
 */
function answerRefusal(c: Ctx, { status, errCode, extras }: Refusal): Response {
  const { details = {}, fields = {}, headers = {}, reason } = extras;
  const language = c.get('language');
  const message = isErrorCode(errCode) ? '' : textOf(errCode, language, details);
  return answerJson(
    c,
    { status, errCode, message, ...detailsIn(details, language), ...(reason && { reason }), ...fields },
    status,
    headers,
  );
}

/** Errors that may not occur again when the call is repeated. */
const TRANSIENT_ERRORS = [StorageUnavailableError, HashingBusyError, TakenOverError];

/**
 * Answers an error of a handler: a refusal with its status and code, a transient error with 503, the removal of the
 * person's account during the call with 401, and any other error with 500.
 */
export function answerError(error: Error, c: Ctx): Response {
  if (error instanceof Refusal) return answerRefusal(c, error);
  if (TRANSIENT_ERRORS.some((kind) => error instanceof kind)) {
    return answerRefusal(c, new Refusal(503, '500', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } }));
  }
  if (error instanceof OwnerGoneError) return answerRefusal(c, new Refusal(401, 'notAuthorized'));
  log.fault(error);
  return answerRefusal(c, new Refusal(500, '500'));
}
