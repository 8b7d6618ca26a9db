import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#server/login/refusal.ts';

const NUL = '\u0000';

/** Whether an address contains a NUL character, which PostgreSQL cannot store. */
export const isNulInUrl = (url: string): boolean => url.includes('%00');

/** Whether a value sent as JSON contains a NUL character. */
export function isNulIn(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => name.includes(NUL) || isNulIn(part));
}

/** The value of a JSON text; undefined for any other text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refuses a call with a NUL character anywhere in its address or body. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  // Only an escape can yield a NUL; most bodies have none and are not parsed twice.
  const isSuspect = async (): Promise<boolean> => {
    const text = await c.req.text();
    return text.includes('\\u0000') && isNulIn(jsonOf(text));
  };
  if (isNulInUrl(c.req.url) || (await isSuspect())) throw new Refusal(400, 'malformed');
  return next();
};
