import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ProxyOptions } from 'vite';
import { isPortalPage } from '#tools/dev/page.ts';

/** Patterns of the paths that the development server answers; other requests are forwarded to the portal server. */
const DEV_SERVER_PATHS = [
  '@',
  'src/',
  'machines/',
  'wire/',
  'i18n/',
  'docs/flows/',
  'node_modules/',
  'gallery\\.html',
];

/** Returns the page that is sent instead of the page of the portal server. */
export type PageWriter = (url: string, servedPage: string) => Promise<string>;

/** Headers that are not sent with a replaced page: they do not fit the new body, or would block hot reload. */
const DROPPED_HEADERS = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'content-security-policy',
  'etag',
]);

/** Sends the response of the portal server to the browser; the page of the portal is replaced. */
const forwardResponse = async (
  serverResponse: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  writePage: PageWriter,
) => {
  const isHtml = serverResponse.headers['content-type']?.startsWith('text/html') ?? false;
  if (!isHtml) {
    response.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers);
    serverResponse.pipe(response);
    return;
  }
  const servedPage = await text(serverResponse);
  const isReplaced = isPortalPage(servedPage);
  const headers = Object.entries(serverResponse.headers).filter(
    ([name]) => !(isReplaced && DROPPED_HEADERS.has(name)),
  );
  const page = isReplaced ? await writePage(request.url ?? '/', servedPage) : servedPage;
  response.writeHead(serverResponse.statusCode ?? 502, Object.fromEntries(headers));
  response.end(page);
};

/**
 * A proxy configuration that forwards all requests except requests for sources to a portal server, so that calls,
 * cookies and redirects are real.
 *
 * @param target origin of the portal server
 * @param isCrossOrigin whether the public URL of the server is `target` and not the URL of the development server; then
 * the headers of forwarded requests are changed
 */
export const serverProxy = (
  target: string,
  isCrossOrigin: boolean,
  writePage: PageWriter,
): Record<string, ProxyOptions> => ({
  [`^/(?!${DEV_SERVER_PATHS.join('|')})`]: {
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
      proxy.on('proxyRes', (serverResponse, request, response) => {
        forwardResponse(serverResponse, request, response, writePage).catch((error: unknown) =>
          response.destroy(error as Error),
        );
      });
    },
  },
});
