import { accepts } from 'hono/accepts';
import type { Ctx } from './env.ts';

const TYPES = ['application/json', 'text/html'];

/**
 * Whether a browser requests a document to show, by Sec-Fetch-Mode, or without it by a preference for HTML in Accept
 * (rule 159).
 */
export function isNavigation(c: Ctx): boolean {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return false;
  const mode = c.req.header('sec-fetch-mode');
  if (mode !== undefined) return mode === 'navigate';
  return accepts(c, { header: 'Accept', supports: TYPES, default: 'application/json' }) === 'text/html';
}
