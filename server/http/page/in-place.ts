import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/http/env.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { requestPageOf } from './request-page.ts';

/**
 * Answers the service's request with the redirect page itself, which saves a redirect; null when the browser has to
 * be redirected.
 * @param id of the request that the service has begun
 */
export type PageInPlace = (incoming: IncomingMessage, id: string) => Promise<Response | null>;

/** Whether the browser navigates a top-level page, by its fetch metadata. */
const showsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers['purpose'] === undefined;

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, String(value));
  return all;
}

/**
 * Serves the redirect page in place when nobody is signed in, so that it begins with the ID entry. A signed-in person
 * is redirected, and so is a browser that used another host name of this machine.
 * @param pageOf answers a request for a page
 */
export const pageInPlace =
  (
    { signedInUser }: Pick<PortalLogins, 'signedInUser'>,
    pageOf: (request: Request, env: Env['Bindings']) => Response | Promise<Response>,
  ): PageInPlace =>
  async (incoming, id) => {
    const { cookie = '', host } = incoming.headers;
    const address = `http://${host}${requestPageOf(id)}`;
    if (!showsPage(incoming) || !URL.canParse(address) || (await signedInUser(cookie)) !== null) return null;
    const request = new Request(address, { headers: headersOf(incoming) });
    const page = await pageOf(request, { incoming, isInPlace: true });
    return page.headers.has('Location') ? null : page;
  };
