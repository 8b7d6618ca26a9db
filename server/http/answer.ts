import { HashingBusyError } from '#server/login/password/hashing.ts';
import { Refusal } from '#server/login/refusal.ts';
import { detailsIn, isErrorCode, textOf } from '#server/login/texts.ts';
import { log } from '#server/operations/log.ts';
import { RETRY_SECONDS, StorageLostError } from '#server/storage/lost.ts';
import { OwnerGoneError } from '#server/storage/owner-gone.ts';
import type { Ctx } from './env.ts';

/** The body of a good answer: its status is that of HTTP (decision 08). */
export const goodAnswer = (fields: Readonly<Record<string, unknown>>) => ({ status: 200, ...fields });

export const answer = (c: Ctx, fields: Readonly<Record<string, unknown>> = {}): Response =>
  c.json(goodAnswer(fields), 200);

/**
 * A refusal: `{status, errCode, message}` and the values of its text. A code of section 8 has no message: the page
 * words it (decision 161).
 */
function refuse(c: Ctx, { status, errCode, extras }: Refusal): Response {
  const { details = {}, fields = {}, headers = {}, reason } = extras;
  const language = c.get('language');
  const message = isErrorCode(errCode) ? '' : textOf(errCode, language, details);
  return c.json(
    { status, errCode, message, ...detailsIn(details, language), ...(reason && { reason }), ...fields },
    status,
    {
      ...headers,
    },
  );
}

/**
 * Answers what a handler threw: a refusal as it says, a database that does not answer and a machine that has too much to compare as 503, a
 * person who was removed meanwhile as one who has earned nothing, anything else as a fault of the server.
 */
export function answerError(error: Error, c: Ctx): Response {
  if (error instanceof Refusal) return refuse(c, error);
  if (error instanceof StorageLostError || error instanceof HashingBusyError) {
    return refuse(c, new Refusal(503, '500', { headers: { 'Retry-After': RETRY_SECONDS } }));
  }
  if (error instanceof OwnerGoneError) return refuse(c, new Refusal(401, 'notEarned'));
  log.fault(error);
  return refuse(c, new Refusal(500, '500'));
}
