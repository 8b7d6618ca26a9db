import type { Context } from 'hono';

/** A browser asks for a page; every other caller gets JSON. */
export const wantsPage = (c: Context): boolean => c.req.header('accept')?.includes('text/html') ?? false;

/** The body is JSON, not a form. */
export const isJson = (c: Context): boolean =>
  /^application\/json\b/.test(c.req.header('content-type') ?? '');

/** The body of a form or of JSON; a form without fields where there is none. */
export const bodyOf = async (c: Context): Promise<unknown> => (isJson(c) ? jsonOf(c) : c.req.parseBody());

/** The JSON of a body; text that is none as it stands. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
