import { accepts } from 'hono/accepts';
import type { Ctx } from './env.ts';

const ANSWER_TYPES = ['application/json', 'text/html'];

/**
 * Whether a browser requests a page to show (rule 159). Sec-Fetch-Mode decides; if the browser does not send this
 * header, a preference for HTML in Accept decides.
 */
export function isNavigation(c: Ctx): boolean {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return false;
  const fetchMode = c.req.header('sec-fetch-mode');
  if (fetchMode !== undefined) return fetchMode === 'navigate';
  return (
    accepts(c, { header: 'Accept', supports: ANSWER_TYPES, default: 'application/json' }) === 'text/html'
  );
}
