import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Posts a form to a path of the portal, within this process; answers status and body. */
export type PostForm = (
  path: string,
  form: URLSearchParams,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: string }>;

/**
 * Calls what answers the portal's requests as if they came from the network, which a server need not be able to reach
 * itself by.
 */
export function backChannel(
  publicUrl: string,
  answer: (req: IncomingMessage, res: ServerResponse) => void,
): PostForm {
  const server = createServer(answer);
  return async (path, form, headers) => {
    const [near, far] = duplexPair();
    server.emit('connection', far);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const call = request(
      {
        method: 'POST',
        path,
        createConnection: () => near,
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
