/**
 * The program of the baseline of the sign-in benchmark: the server of the portal, but with pages that are plain HTML
 * forms with an inline style and without scripts. A service opens the pages through a redirect, as at the portal.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { labOrigin } from '#cli/start/settings.ts';
import { stopOnSignals } from '#cli/start/stop.ts';
import { resolveConfig } from '#server/config/load.ts';
import { baselinePages } from '#tools/bench/baseline-server/pages.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';
import { encodeUserPassword } from '#wire/user-password.ts';

const SITE_DIR = join(import.meta.dirname, '..', '..', '..', 'dist');

const [port, labPort] = [Number(process.env['PORT']), Number(process.env['LAB_PORT'])];
const origin = `http://localhost:${port}`;
const portalPort = await freePort();
const pages = await baselinePages(SITE_DIR);
const brotli = promisify(brotliCompress);

const running = await startMunjigi({
  config: resolveConfig({}, 'the baseline', {
    mode: 'demo',
    publicUrl: origin,
    labOrigin: labOrigin(labPort),
  }),
  port: portalPort,
  labPort,
  dataDir: process.env['DATA_DIR'] ?? '.data-baseline',
  siteDir: SITE_DIR,
  fresh: false,
});

type PortalResponse = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

/** Makes a call to the portal with the browser's cookies. */
const callPortal = (
  method: string,
  path: string,
  req: IncomingMessage,
  body?: object,
): Promise<PortalResponse> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      cookie: req.headers.cookie ?? '',
      [LANGUAGE_HEADER]: 'ko',
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json', origin }),
    };
    const forwarded = request(
      { host: '127.0.0.1', port: portalPort, method, path, headers },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      },
    );
    forwarded.on('error', reject);
    forwarded.end(body && JSON.stringify(body));
  });

const fieldsOf = ({ body }: PortalResponse): Record<string, string> => JSON.parse(body.toString());

/** The fields of the form in a request. */
const readForm = async (req: IncomingMessage): Promise<Record<string, string>> => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const encoded = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
};

const sendPage = async (
  res: ServerResponse,
  page: string,
  cookies: readonly string[] = [],
): Promise<void> => {
  const bytes = await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
    'Set-Cookie': [...cookies],
  });
  res.end(bytes);
};

/** Starts the request of the service at the portal, and sends the page for the ID. */
async function sendIdPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { headers } = await callPortal('GET', req.url ?? '/', req);
  const cookies = headers['set-cookie'] ?? [];
  req.headers.cookie = [req.headers.cookie, ...cookies.map((cookie) => cookie.split(';', 1)[0])].join('; ');
  const { clientId, serviceId } = fieldsOf(await callPortal('GET', '/summary/auth', req));
  await sendPage(res, pages.id({ clientId: clientId ?? serviceId ?? '' }), cookies);
}

/** Checks the policy for the entered ID, and sends the page for the password. */
async function handleId(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { clientId = '', username: userId = '' } = await readForm(req);
  const policyResponse = await callPortal('POST', '/auth/policy/check', req, { userId, clientId });
  const { policyId = '' } = fieldsOf(policyResponse);
  await sendPage(res, pages.password({ clientId, userId, policyId }), policyResponse.headers['set-cookie']);
}

/** Signs in with the entered password, and redirects to the service. */
async function handlePassword(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { clientId = '', userId = '', policyId = '', password: secret = '' } = await readForm(req);
  const userPassword = encodeUserPassword({
    secret,
    clientId,
    policyId,
    step: '1',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    fixed: 'N',
    alwaysSend: 'N',
    accessToken: '',
    ip: '',
    check: '',
    redirect: '',
  });
  const response = await callPortal('POST', '/authenticate', req, { userId, userPassword });
  const { to } = fieldsOf(response);
  if (!to) throw new Error(`The baseline cannot sign in: ${response.body}`);
  res.writeHead(303, { Location: to, 'Set-Cookie': response.headers['set-cookie'] ?? [] });
  res.end();
}

/**
 * Forwards a request to the portal. Without the header `sec-fetch-dest` the portal redirects to its page, instead of
 * sending the page at once.
 */
function forwardRequest(req: IncomingMessage, res: ServerResponse): void {
  const { method, url: path } = req;
  const { 'sec-fetch-dest': _secFetchDest, ...headers } = req.headers;
  const forwarded = request({ host: '127.0.0.1', port: portalPort, method, path, headers }, (response) => {
    res.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(res);
  });
  forwarded.on('error', () => res.destroy());
  req.pipe(forwarded);
}

const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const path = req.url?.split('?', 1)[0];
  if (path === '/redirect') return sendIdPage(req, res);
  if (path === '/baseline/id') return handleId(req, res);
  if (path === '/baseline/password') return handlePassword(req, res);
  return forwardRequest(req, res);
};

const server = createServer((req, res) => {
  handle(req, res).catch((error: unknown) => {
    console.error(error);
    res.destroy();
  });
});
server.listen(port, () => console.log(origin));
stopOnSignals({
  async close() {
    server.closeAllConnections();
    server.close();
    await running.close();
  },
});
