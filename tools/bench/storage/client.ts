import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { CLIENT, PASSWORD } from '#tools/cluster/config.ts';
import { encodeUserPassword } from '#wire/user-password.ts';
import { Cookies } from './cookies.ts';

const POLICY = '/auth/policy/check';

/**
 * Records the duration of a request in milliseconds.
 * @param index index of the server that was called
 */
export type RecordTime = (name: string, milliseconds: number, index: number) => void;

/** Closes idle connections before the server does after 5 s, since that could break a request. */
const IDLE_MS = 3_000;

/** Connections to each server, as of a balancer; fewer than the system's accept queue. */
const MAX_SOCKETS = 256;

/**
 * Keep-alive connections, like those of browsers; with `fetch`, the client would use twice the processor time that a
 * poll needs on the server.
 */
const KEEP_ALIVE = { keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_SOCKETS };
const httpClient = { request: http.request, agent: new http.Agent(KEEP_ALIVE) };
const httpsClient = { request: https.request, agent: new https.Agent(KEEP_ALIVE) };

/** One request and its answer. */
export async function exchange(url: string, method: string, headers: Record<string, string>, body?: string) {
  const { request, agent } = url.startsWith('https:') ? httpsClient : httpClient;
  const clientRequest = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  return { response, text: await text(response) };
}

/** A minimal browser with cookies, which calls the servers in turn, as behind a balancer. */
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

  async call(name: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const index = this.#requestCount % this.#urls.length;
    this.#requestCount += 1;
    const startedAt = performance.now();
    const { response, text } = await exchange(
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

/** A person who signs in by password, call by call. */
export type PasswordSignIn = { readonly client: Client; readonly userId: string; policyId: string };

export const passwordSignIn = (client: Client, userId: string): PasswordSignIn => ({
  client,
  userId,
  policyId: '',
});

/** The calls of a sign-in by password, in their order. */
export const CALLS = ['GET /login', 'GET /summary/auth', `POST ${POLICY}`, 'POST /authenticate'] as const;

const clientId = CLIENT.id;

/** The body of the call with a password. */
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

/** Makes one of the calls. */
export async function makeCall(call: (typeof CALLS)[number], person: PasswordSignIn): Promise<void> {
  const { client, userId } = person;
  const [method = '', path = ''] = call.split(' ');
  if (method === 'GET') {
    await client.call(call, method, path);
    return;
  }
  if (path === POLICY) {
    const { policyId } = await client.call(call, method, path, { userId, clientId });
    person.policyId = String(policyId);
    return;
  }
  await client.call(call, method, path, passwordBody(userId, person.policyId));
}

/** A sign-in by password: the page, the ID and the password. */
export async function signIn(client: Client, userId: string): Promise<void> {
  const person = passwordSignIn(client, userId);
  for (const call of CALLS) await makeCall(call, person);
}

/** The name under which polls of pushes are recorded. */
export const PUSH_POLL = 'push check';

/** Sends a push to a person; returns a function that polls it once. */
export async function sendPush(
  urls: readonly string[],
  userId: string,
  recordTime: RecordTime,
  first = 0,
): Promise<() => Promise<void>> {
  const client = new Client(urls, recordTime, first);
  await client.call('', 'GET', '/login');
  await client.call('', 'POST', POLICY, { userId, clientId });
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
