import * as v from 'valibot';
import { Refusal } from '#server/login/refusal.ts';
import type { Ctx } from './env.ts';

/** An ID in the body of a call. */
export const idField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

const MAX_CONTENT_LENGTH = 200;

/** The field `content`: the purpose of a message. The server writes the message itself (rule 80). */
export const contentField = v.pipe(v.string(), v.maxLength(MAX_CONTENT_LENGTH));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'malformed');
  }
}

const bodyWithUserId = v.looseObject({ userId: v.string() });

/** The body of a call, with the user ID in the spelling of the account (rule 169). */
async function resolveUserId(c: Ctx, sent: unknown): Promise<unknown> {
  return v.is(bodyWithUserId, sent) ? { ...sent, userId: await c.get('userIdOf')(sent.userId) } : sent;
}

function parseBody<Value>(schema: v.GenericSchema<unknown, Value>, sent: unknown): Value {
  const parsed = v.safeParse(schema, sent);
  if (!parsed.success) throw new Refusal(400, 'malformed');
  return parsed.output;
}

/**
 * The JSON body of a call.
 * @throws Refusal 400 when the body is not JSON or does not match the schema
 */
export const readBody = async <Value>(c: Ctx, schema: v.GenericSchema<unknown, Value>): Promise<Value> =>
  parseBody(schema, await resolveUserId(c, parseJson(await c.req.text())));

/** Like `readBody`, but with the user ID as it was sent. */
export const readBodyAsSent = async <Value>(
  c: Ctx,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value> => parseBody(schema, parseJson(await c.req.text()));
