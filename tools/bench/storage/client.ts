import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { CLIENT, PASSWORD } from '#tools/cluster/config.ts';
import { encodeUserPassword } from '#wire/user-password.ts';
import { Cookies } from './cookies.ts';

const POLICY_PATH = '/auth/policy/check';

/**
 * Records the duration of a call in milliseconds.
 * @param name name of the call; empty for a call that is not measured
 * @param index index of the called server
 */
export type RecordTime = (name: string, milliseconds: number, index: number) => void;

/**
 * Milliseconds after which the client closes an idle connection. The server closes it after 5 s, maybe during a
 * request.
 */
const IDLE_TIMEOUT_MS = 3_000;

/** Maximum number of connections to each server; fewer than fit into the accept queue of the operating system. */
const MAX_SOCKETS = 256;

/**
 * Options of the connections, which are reused as in a browser. The client does not use `fetch`, because `fetch` takes
 * twice the processor time that the server needs for a poll.
 */
const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxSockets: MAX_SOCKETS };
const httpClient = { request: http.request, agent: new http.Agent(AGENT_OPTIONS) };
const httpsClient = { request: https.request, agent: new https.Agent(AGENT_OPTIONS) };

/** Sends a request; returns the response and its body. */
export async function sendRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
) {
  const { request, agent } = url.startsWith('https:') ? httpsClient : httpClient;
  const clientRequest = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  return { response, text: await text(response) };
}

/** A minimal browser with cookies. It calls the servers in turn, as if through a balancer. */
export class Client {
  readonly #cookies = new Cookies();
  readonly #urls: readonly string[];
  readonly #recordTime: RecordTime;
  #requestCount: number;

  /** @param first index of the server that is called first */
  constructor(urls: readonly string[], recordTime: RecordTime = () => undefined, first = 0) {
    this.#urls = urls;
    this.#recordTime = recordTime;
    this.#requestCount = first;
  }

  /**
   * Makes a call; returns the fields of the answer.
   * @param name the name under which the duration is recorded
   */
  async call(name: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const index = this.#requestCount % this.#urls.length;
    this.#requestCount += 1;
    const startedAt = performance.now();
    const { response, text } = await sendRequest(
      `${this.#urls[index]}${path}`,
      method,
      {
        accept: 'application/json',
        'x-language': 'en',
        cookie: this.#cookies.header(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(body !== undefined && { 'idempotency-key': randomUUID() }),
      },
      body === undefined ? body : JSON.stringify(body),
    );
    this.#recordTime(name, performance.now() - startedAt, index);
    if (response.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`);
    this.#cookies.store(response.headers);
    return response.headers['content-type']?.includes('json') ? JSON.parse(text) : {};
  }
}

/** A sign-in by password in progress. */
export type PasswordSignIn = { readonly client: Client; readonly userId: string; policyId: string };

export const startPasswordSignIn = (client: Client, userId: string): PasswordSignIn => ({
  client,
  userId,
  policyId: '',
});

/** The calls of a sign-in by password, in order. */
export const CALLS = [
  'GET /login',
  'GET /summary/auth',
  `POST ${POLICY_PATH}`,
  'POST /authenticate',
] as const;

const clientId = CLIENT.id;

/** The body of the call that sends a password. */
export const passwordBody = (userId: string, policyId: string) => ({
  userId,
  userPassword: encodeUserPassword({
    step: '1',
    secret: PASSWORD,
    clientId,
    accessToken: '',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    policyId,
    fixed: 'N',
    alwaysSend: 'N',
    ip: '',
    check: '',
    redirect: '',
  }),
});

/** Makes one call of a sign-in. */
export async function makeCall(call: (typeof CALLS)[number], progress: PasswordSignIn): Promise<void> {
  const { client, userId } = progress;
  const [method = '', path = ''] = call.split(' ');
  if (method === 'GET') {
    await client.call(call, method, path);
    return;
  }
  if (path === POLICY_PATH) {
    const { policyId } = await client.call(call, method, path, { userId, clientId });
    progress.policyId = String(policyId);
    return;
  }
  await client.call(call, method, path, passwordBody(userId, progress.policyId));
}

/** Signs a person in by password, with all calls. */
export async function signIn(client: Client, userId: string): Promise<void> {
  const progress = startPasswordSignIn(client, userId);
  for (const call of CALLS) await makeCall(call, progress);
}

/** The name under which polls of pushes are recorded. */
export const PUSH_POLL = 'push check';

/**
 * Sends a push to the app of a person; returns a function that polls the state of the push once.
 * @param first index of the server that is called first
 */
export async function sendPush(
  urls: readonly string[],
  userId: string,
  recordTime: RecordTime,
  first = 0,
): Promise<() => Promise<void>> {
  const client = new Client(urls, recordTime, first);
  await client.call('', 'GET', '/login');
  await client.call('', 'POST', POLICY_PATH, { userId, clientId });
  const content = 'Sign-in';
  const body = { userId, clientId, content };
  const { pushId } = await client.call(
    '',
    'POST',
    `/mobileapp/push/${userId}?clientId=${clientId}&ip=`,
    body,
  );
  const path = `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${clientId}`;
  return async () => {
    await client.call(PUSH_POLL, 'GET', path);
  };
}
