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
export type Note = (name: string, milliseconds: number, index: number) => void;

/** Closes idle connections before the server does, after 5 s, which could hit a request. */
const IDLE_MS = 3_000;

/** Connections to each server, as of a balancer; fewer than the system's accept queue. */
const MAX_SOCKETS = 256;

/** Keep-alive connections, as of browsers; `fetch` would take twice the processor time of a poll on the server. */
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxSockets: MAX_SOCKETS };
const plain = { request: http.request, agent: new http.Agent(KEPT) };
const secure = { request: https.request, agent: new https.Agent(KEPT) };

/** One request and its answer. */
export async function exchange(url: string, method: string, headers: Record<string, string>, body?: string) {
  const { request, agent } = url.startsWith('https:') ? secure : plain;
  const sent = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, text: await text(response) };
}

/** A minimal browser with cookies, which calls the servers in turn, as behind a balancer. */
export class Client {
  readonly #cookies = new Cookies();
  readonly #urls: readonly string[];
  readonly #note: Note;
  #turn: number;

  /** @param first index of the server that is called first */
  constructor(urls: readonly string[], note: Note = () => undefined, first = 0) {
    this.#urls = urls;
    this.#note = note;
    this.#turn = first;
  }

  async ask(name: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const index = this.#turn % this.#urls.length;
    this.#turn += 1;
    const begun = performance.now();
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
    this.#note(name, performance.now() - begun, index);
    if (response.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`);
    this.#cookies.keep(response.headers);
    return response.headers['content-type']?.includes('json') ? JSON.parse(text) : {};
  }
}

/** A person who signs in by password, call by call. */
export type Visitor = { readonly client: Client; readonly userId: string; policyId: string };

export const visitor = (client: Client, userId: string): Visitor => ({ client, userId, policyId: '' });

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
export async function make(call: (typeof CALLS)[number], person: Visitor): Promise<void> {
  const { client, userId } = person;
  const [method = '', path = ''] = call.split(' ');
  if (method === 'GET') {
    await client.ask(call, method, path);
    return;
  }
  if (path === POLICY) {
    const { policyId } = await client.ask(call, method, path, { userId, clientId });
    person.policyId = String(policyId);
    return;
  }
  await client.ask(call, method, path, passwordBody(userId, person.policyId));
}

/** A sign-in by password: the page, the ID and the password. */
export async function signIn(client: Client, userId: string): Promise<void> {
  const person = visitor(client, userId);
  for (const call of CALLS) await make(call, person);
}

/** The name under which a poll of a push is counted. */
export const LOOK = 'push check';

/** Sends a push to a person; returns a function that polls it once. */
export async function waitingPush(
  urls: readonly string[],
  userId: string,
  note: Note,
  first = 0,
): Promise<() => Promise<void>> {
  const client = new Client(urls, note, first);
  await client.ask('', 'GET', '/login');
  await client.ask('', 'POST', POLICY, { userId, clientId });
  const content = 'Sign-in';
  const body = { userId, clientId, content };
  const { pushId } = await client.ask('', 'POST', `/mobileapp/push/${userId}?clientId=${clientId}&ip=`, body);
  const path = `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${clientId}`;
  return async () => {
    await client.ask(LOOK, 'GET', path);
  };
}
