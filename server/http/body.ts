import * as v from 'valibot';
import { Refusal } from '#server/login/refusal.ts';
import type { Ctx } from './env.ts';

/** An id in a call. */
export const idField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

const MAX_CONTENT_LENGTH = 200;

/** The purpose of a message in a call; the server writes the message itself (rule 80). */
export const contentField = v.pipe(v.string(), v.maxLength(MAX_CONTENT_LENGTH));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'malformed');
  }
}

const bodyWithUserId = v.looseObject({ userId: v.string() });

/** The body with its user ID resolved to the spelling of the account (rule 169). */
async function resolveUserId(c: Ctx, sent: unknown): Promise<unknown> {
  return v.is(bodyWithUserId, sent) ? { ...sent, userId: await c.get('userIdOf')(sent.userId) } : sent;
}

function bodyOf<Value>(schema: v.GenericSchema<unknown, Value>, sent: unknown): Value {
  const parsed = v.safeParse(schema, sent);
  if (!parsed.success) throw new Refusal(400, 'malformed');
  return parsed.output;
}

/**
 * The JSON body of a call.
 * @throws Refusal 400 when it is not JSON or lacks a field.
 */
export const readBody = async <Value>(c: Ctx, schema: v.GenericSchema<unknown, Value>): Promise<Value> =>
  bodyOf(schema, await resolveUserId(c, parse(await c.req.text())));

/** As `readBody`, with the user ID as it was sent. */
export const readBodyAsSent = async <Value>(
  c: Ctx,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value> => bodyOf(schema, parse(await c.req.text()));
