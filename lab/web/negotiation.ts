import type { Context } from 'hono';

/** Whether the caller accepts a page, as a browser does. All other callers get JSON. */
export const wantsPage = (c: Context): boolean => c.req.header('accept')?.includes('text/html') ?? false;

/** Whether the body of the request is JSON, and not a form. */
export const isJson = (c: Context): boolean =>
  /^application\/json\b/.test(c.req.header('content-type') ?? '');

/** The parsed body of a request, which is JSON or a form; an empty object when there is no body. */
export const bodyOf = async (c: Context): Promise<unknown> => (isJson(c) ? jsonOf(c) : c.req.parseBody());

/** The parsed JSON body of a request; the text of the body when it is not valid JSON. */
export async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
