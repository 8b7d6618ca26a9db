import { createHmac } from 'node:crypto';

/** Sends a request to the server. */
type Send = (request: Request) => Response | Promise<Response>;

export type CallOptions = {
  readonly body?: unknown;
  /** A header that is null is not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
};

/** The response to a request of the browser. */
export type CallAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
};

const ORIGIN = 'http://localhost:8080';

/** Headers that Node's fetch adds with values that no browser sends. */
const CONNECTION_HEADERS = ['accept-encoding', 'connection', 'content-length', 'host', 'user-agent'];

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** A browser with cookies, which calls the server as a function. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Makes a call as the page of the portal does. */
  call(method: string, path: string, { body, headers = {} }: CallOptions = {}): Promise<CallAnswer> {
    return this.request(method, path, {
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        'X-Language': 'en',
        ...(method !== 'GET' && { 'Content-Type': 'application/json', Origin: ORIGIN }),
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
    });
  }

  /** Forwards a call of the page's client: adds the headers that a page cannot set, and hides cookies from the page. */
  async forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const sentHeaders = new Headers(request.headers);
    for (const name of CONNECTION_HEADERS) sentHeaders.delete(name);
    const { status, headers, text } = await this.request(request.method, pathname + search, {
      ...(body !== '' && { body }),
      headers: {
        ...Object.fromEntries(sentHeaders),
        ...(request.method !== 'GET' && { Origin: ORIGIN }),
        'Sec-Fetch-Site': 'same-origin',
        'Sec-Fetch-Mode': 'cors',
        'Sec-Fetch-Dest': 'empty',
      },
    });
    const visibleHeaders = new Headers(headers);
    visibleHeaders.delete('Set-Cookie');
    return new Response(text === '' ? null : text, { status, headers: visibleHeaders });
  }

  /** Opens a page, as with a link or the address bar. */
  visit(path: string, headers: CallOptions['headers'] = {}): Promise<CallAnswer> {
    return this.request('GET', path, {
      headers: {
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': 'none',
        ...headers,
      },
    });
  }

  /** Sends a request with the cookies, and stores the cookies of the response. */
  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string; headers?: CallOptions['headers'] },
  ): Promise<CallAnswer> {
    const request = new Request(new URL(path, ORIGIN), { method, ...(body !== undefined && { body }) });
    if (this.cookies.size > 0) request.headers.set('Cookie', this.cookieHeader);
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) request.headers.delete(name);
      else request.headers.set(name, value);
    }
    const response = await this.#send(request);
    for (const cookie of response.headers.getSetCookie()) this.#store(cookie);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }

  /** Creates another browser with the same cookies. */
  clone(): Browser {
    const other = new Browser(this.#send);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  #store(cookie: string): void {
    const [pair = ''] = cookie.split(';', 1);
    const separator = pair.indexOf('=');
    this.cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
  }
}

/** Whether the challenge token of a response is the keyed hash over its body (rules 03 and 04). */
export function hasValidChallenge({ headers, text }: CallAnswer, key: string): boolean {
  const [nonce, step, mac] = (headers.get('X-Challenge-Token') ?? '').split('.');
  return mac === createHmac('sha256', key).update(`${nonce}.${step}.${text}`).digest('base64url');
}
