import { randomUUID } from 'node:crypto';
import { CLIENT, PASSWORD } from '#scripts/cluster/config.ts';
import { encodeUserPassword } from '#wire/user-password.ts';

const POLICY = '/auth/policy/check';

/** Takes how long a request took, in milliseconds. */
export type Note = (name: string, milliseconds: number) => void;

/** A browser with its cookies, as far as calls need one. */
export class Client {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly #note: Note;

  constructor(url: string, note: Note = () => undefined) {
    this.#url = url;
    this.#note = note;
  }

  async ask(name: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const begun = performance.now();
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-language': 'en',
        cookie: [...this.#cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // The page names what spends or changes something.
        ...(body !== undefined && path !== POLICY && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.#note(name, performance.now() - begun);
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [key = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      this.#cookies.set(key, value);
    }
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  }
}

/** The page, the ID and the password. */
export async function signIn(client: Client, userId: string): Promise<void> {
  const clientId = CLIENT.id;
  await client.ask('GET /login', 'GET', '/login');
  await client.ask('GET /summary/auth', 'GET', '/summary/auth');
  const { policyId } = await client.ask(`POST ${POLICY}`, 'POST', POLICY, {
    userId,
    clientId,
  });
  const userPassword = encodeUserPassword({
    step: '1',
    secret: PASSWORD,
    clientId,
    accessToken: '',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    policyId: String(policyId),
    fixed: 'N',
    alwaysSend: 'N',
    ip: '',
    check: '',
    redirect: '',
  });
  await client.ask('POST /authenticate', 'POST', '/authenticate', { userId, userPassword });
}

/** Lets a push wait for a person; answers how to look at it once. */
export async function waitingPush(url: string, userId: string, note: Note): Promise<() => Promise<void>> {
  const clientId = CLIENT.id;
  const client = new Client(url, note);
  await client.ask('', 'GET', '/login');
  await client.ask('', 'POST', POLICY, { userId, clientId });
  const content = 'Sign-in';
  const asked = { userId, clientId, content };
  const { pushId } = await client.ask(
    '',
    'POST',
    `/mobileapp/push/${userId}?clientId=${clientId}&ip=`,
    asked,
  );
  const path = `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${clientId}`;
  return async () => {
    await client.ask('push check', 'GET', path);
  };
}
