import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { explanationPage } from '#server/http/engine-pages/explanation.ts';
import { pageLanguage } from '#server/http/engine-pages/language.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import { LANGUAGE_PATH } from '#server/http/engine-pages/switcher.ts';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import { knownBrowserCookie } from '#server/storage/sessions/known-browser-cookie.ts';

/** Seconds after which the browser loads the page again. */
const RETRY_SECONDS = '5';

/**
 * Whether a browser requests a page by GET. A POST from another site has no cookies, so it does not show whether the
 * browser has a session.
 */
function opensPage({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || url?.startsWith(LANGUAGE_PATH)) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

/** Refuses new sessions while the server is overloaded. */
export type NewSessionGuard = {
  /** Whether the request opens a page in a browser that has no session and in which nobody has ever signed in. */
  beginsSession(req: IncomingMessage): boolean;
  /** Answers with a page that reloads itself (rule 256), without reading from the storage. */
  refuse(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

export function newSessionGuard(config: ServerConfig): NewSessionGuard {
  const cookies = [sessionCookie(config.publicUrl), knownBrowserCookie(config.publicUrl)];
  const headers = commonHeaders(config);
  return {
    beginsSession(req) {
      const header = req.headers.cookie ?? '';
      return opensPage(req) && cookies.every((cookie) => cookie.read(header) === '');
    },
    async refuse({ url = '/', headers: requestHeaders }, res) {
      const language = pageLanguage(requestHeaders.cookie ?? '', requestHeaders['accept-language'] ?? '');
      const { markup, style } = await serverDocument(config.branding, {
        ...explanationPage(language, 'busy', { retryAddress: url }),
        language,
        address: url,
      });
      res.writeHead(503, {
        ...headers,
        ...pageHeaders({ style, script: null, formOrigins: [] }),
        'Content-Type': 'text/html; charset=utf-8',
        'Retry-After': RETRY_SECONDS,
        Refresh: RETRY_SECONDS,
      });
      res.end(markup);
    },
  };
}
