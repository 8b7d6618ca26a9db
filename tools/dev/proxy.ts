import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ProxyOptions } from 'vite';
import { isPortalPage } from '#tools/dev/page.ts';

/** Paths of the development server itself; all others are forwarded to the portal's server. */
const OWN_PATHS = [
  '@',
  'src/',
  'machines/',
  'wire/',
  'i18n/',
  'docs/flows/',
  'node_modules/',
  'gallery\\.html',
];

/** Builds the source page instead of the served one. */
export type PageWriter = (url: string, served: string) => Promise<string>;

/** Headers that do not fit the new body, or that would block hot reload. */
const DROPPED_HEADERS = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'content-security-policy',
  'etag',
]);

const forwardAnswer = async (
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  write: PageWriter,
) => {
  const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false;
  if (!isHtml) {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    return;
  }
  const served = await text(answer);
  const isPage = isPortalPage(served);
  const headers = Object.entries(answer.headers).filter(([name]) => !(isPage && DROPPED_HEADERS.has(name)));
  const page = isPage ? await write(request.url ?? '/', served) : served;
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
  response.end(page);
};

/**
 * Forwards everything except sources to the portal's server, so that calls, cookies and redirects are real.
 *
 * @param target origin of the server
 * @param isCrossOrigin whether the server has another origin than this page, which requests then name
 */
export const serverProxy = (
  target: string,
  isCrossOrigin: boolean,
  write: PageWriter,
): Record<string, ProxyOptions> => ({
  [`^/(?!${OWN_PATHS.join('|')})`]: {
    target,
    changeOrigin: isCrossOrigin,
    autoRewrite: isCrossOrigin,
    cookieDomainRewrite: isCrossOrigin ? '' : false,
    selfHandleResponse: true,
    headers: { 'accept-encoding': 'identity' },
    configure(proxy) {
      proxy.on('proxyReq', (forwarded) => {
        if (isCrossOrigin && forwarded.hasHeader('origin')) forwarded.setHeader('origin', target);
      });
      proxy.on('proxyRes', (answer, request, response) => {
        forwardAnswer(answer, request, response, write).catch((error: unknown) =>
          response.destroy(error as Error),
        );
      });
    },
  },
});
