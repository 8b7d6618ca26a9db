import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/http/env.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { requestPageOf } from './request-page.ts';

/**
 * The redirect page as the answer to the request itself, which saves the browser the way to it; null where the browser
 * is led there.
 * @param id of the request that the service has begun
 */
export type PageInPlace = (incoming: IncomingMessage, id: string) => Promise<Response | null>;

/** Whether the browser says that it is navigating a top-level page. */
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
 * Answers for somebody whom the portal does not know: that page begins with the ID entry. Who is signed in goes by
 * the redirect page, and so does a browser that came by another name of this machine.
 * @param pageOf answers a visit to a page
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
