import type { Context } from 'hono';

/** Whether the caller is a browser, which gets a page; others get JSON. */
export const wantsPage = (c: Context): boolean => c.req.header('accept')?.includes('text/html') ?? false;

/** Whether the body is JSON, not a form. */
export const isJson = (c: Context): boolean =>
  /^application\/json\b/.test(c.req.header('content-type') ?? '');

/** The body, parsed as JSON or as a form; an empty form when there is no body. */
export const bodyOf = async (c: Context): Promise<unknown> => (isJson(c) ? jsonOf(c) : c.req.parseBody());

/** The parsed JSON of a body, or its text when it is not JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
