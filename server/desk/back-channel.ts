import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Posts a form to a path of the portal in this process; returns the status and the body of the answer. */
export type PostForm = (
  path: string,
  form: URLSearchParams,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: string }>;

/**
 * Returns a function that posts to the request handler of the portal through a connection in memory, because a server
 * may be unable to reach its own public address.
 */
export function backChannel(
  publicUrl: string,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): PostForm {
  const server = createServer(handle);
  return async (path, form, headers) => {
    const [clientEnd, serverEnd] = duplexPair();
    server.emit('connection', serverEnd);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const call = request(
      {
        method: 'POST',
        path,
        createConnection: () => clientEnd,
        headers: {
          Host: new URL(publicUrl).host,
          Connection: 'close',
          'Content-Type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      },
      resolve,
    );
    call.once('error', reject);
    call.end(form.toString());
    const response = await promise;
    return { status: response.statusCode ?? 0, body: await text(response) };
  };
}
