/**
 * The baseline of the sign-in benchmark: the same server and engines, but with plain HTML forms in the same markup,
 * with an inline style and without scripts. The pages are reached by a redirect.
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

const SITE = join(import.meta.dirname, '..', '..', '..', 'dist');

const [port, labPort] = [Number(process.env['PORT']), Number(process.env['LAB_PORT'])];
const origin = `http://localhost:${port}`;
const portalPort = await freePort();
const pages = await baselinePages(SITE);
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
  siteDir: SITE,
  fresh: false,
});

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

/** Makes a call to the portal with the browser's cookies. */
const callPortal = (method: string, path: string, req: IncomingMessage, body?: object): Promise<Answer> =>
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
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      },
    );
    forwarded.on('error', reject);
    forwarded.end(body && JSON.stringify(body));
  });

const fieldsOf = ({ body }: Answer): Record<string, string> => JSON.parse(body.toString());

const formOf = async (req: IncomingMessage): Promise<Record<string, string>> => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const encoded = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
};

const show = async (res: ServerResponse, page: string, cookies: readonly string[] = []): Promise<void> => {
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

async function showIdPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { headers } = await callPortal('GET', req.url ?? '/', req);
  const cookies = headers['set-cookie'] ?? [];
  req.headers.cookie = [req.headers.cookie, ...cookies.map((cookie) => cookie.split(';', 1)[0])].join('; ');
  const { clientId, serviceId } = fieldsOf(await callPortal('GET', '/summary/auth', req));
  await show(res, pages.id({ clientId: clientId ?? serviceId ?? '' }), cookies);
}

async function answerId(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { clientId = '', username: userId = '' } = await formOf(req);
  const checked = await callPortal('POST', '/auth/policy/check', req, { userId, clientId });
  const { policyId = '' } = fieldsOf(checked);
  await show(res, pages.password({ clientId, userId, policyId }), checked.headers['set-cookie']);
}

async function answerPassword(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { clientId = '', userId = '', policyId = '', password: secret = '' } = await formOf(req);
  const flags = { fixed: 'N', alwaysSend: 'N' } as const;
  const empty = { accessToken: '', ip: '', check: '', redirect: '' };
  const userPassword = encodeUserPassword({
    ...{ secret, clientId, policyId, step: '1', tokenCode: '-1', type: 'oidc', mode: 'web' },
    ...flags,
    ...empty,
  });
  const answer = await callPortal('POST', '/authenticate', req, { userId, userPassword });
  const { to } = fieldsOf(answer);
  if (!to) throw new Error(`The baseline cannot sign in: ${answer.body}`);
  res.writeHead(303, { Location: to, 'Set-Cookie': answer.headers['set-cookie'] ?? [] });
  res.end();
}

/** Forwards everything else to the portal, without `sec-fetch-dest`, so that it answers with a redirect to its page. */
function forwardRequest(req: IncomingMessage, res: ServerResponse): void {
  const { method, url: path } = req;
  const { 'sec-fetch-dest': _secFetchDest, ...headers } = req.headers;
  const forwarded = request({ host: '127.0.0.1', port: portalPort, method, path, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(res);
  });
  forwarded.on('error', () => res.destroy());
  req.pipe(forwarded);
}

const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const path = req.url?.split('?', 1)[0];
  if (path === '/redirect') return showIdPage(req, res);
  if (path === '/baseline/id') return answerId(req, res);
  if (path === '/baseline/password') return answerPassword(req, res);
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
