import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/http/env.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { requestPageAddress } from './request-page.ts';

/**
 * Answers the request of a service with the redirect page, instead of a redirect to that page; null when the browser
 * has to be redirected.
 * @param requestId ID of the request that the service has begun
 */
export type PageInPlace = (incoming: IncomingMessage, requestId: string) => Promise<Response | null>;

/** Whether the fetch metadata of a request show that the browser opens a page at the top level. */
const showsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers['purpose'] === undefined;

function headersOf({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) copy.set(name, String(value));
  return copy;
}

/**
 * Serves the redirect page without a redirect when nobody is signed in, so that the page begins with the ID entry. A
 * signed-in person is redirected, and so is a browser that has used another host name of this machine.
 * @param answerPage answers a request for a page
 */
export const pageInPlace =
  (
    { signedInUser }: Pick<PortalLogins, 'signedInUser'>,
    answerPage: (request: Request, env: Env['Bindings']) => Response | Promise<Response>,
  ): PageInPlace =>
  async (incoming, requestId) => {
    const { cookie = '', host } = incoming.headers;
    const address = `http://${host}${requestPageAddress(requestId)}`;
    if (!showsPage(incoming) || !URL.canParse(address) || (await signedInUser(cookie)) !== null) return null;
    const request = new Request(address, { headers: headersOf(incoming) });
    const page = await answerPage(request, { incoming, isInPlace: true });
    return page.headers.has('Location') ? null : page;
  };
