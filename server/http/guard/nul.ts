import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#server/login/refusal.ts';

const NUL = '\u0000';

/** Whether an address contains a NUL character, which PostgreSQL cannot store. */
export const hasNulInUrl = (url: string): boolean => url.includes('%00');

/** Whether a value from JSON, or a value inside it, contains a NUL character. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => name.includes(NUL) || hasNul(part));
}

/** The value of a JSON text; undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Middleware that refuses a call with a NUL character anywhere in its address or body. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  const hasNulInBody = async (): Promise<boolean> => {
    const text = await c.req.text();
    // In JSON only an escape can produce a NUL. Most bodies have no such escape and need not be parsed here.
    return text.includes('\\u0000') && hasNul(parseJson(text));
  };
  if (hasNulInUrl(c.req.url) || (await hasNulInBody())) throw new Refusal(400, 'malformed');
  return next();
};
